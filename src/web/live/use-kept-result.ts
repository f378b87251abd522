import { useEffect, useState } from 'react';
// biome-ignore lint/style/noRestrictedImports: kept below
import { useActionData, useNavigation } from 'react-router';

/**
 * What the page's action answered, until the next form is sent or another page is opened. The router's own hook drops it
 * as soon as the page is read again, which a live update may cause at any moment: a refusal would vanish unread.
 */
export function useKeptResult<T = unknown>(): ReturnType<typeof useActionData<T>> {
  const answered = useActionData<T>();
  const { state, formMethod } = useNavigation();
  const over = state === 'submitting' || (state === 'loading' && formMethod !== 'POST');
  const [kept, keep] = useState(answered);
  useEffect(() => {
    if (over) keep(undefined);
    else if (answered !== undefined) keep(answered);
  }, [over, answered]);
  return answered ?? kept;
}
