import { useEffect, useState } from 'react';
import { useActionData, useNavigation } from 'react-router';

/**
 * What the page's action answered, until the next form is sent or the page is left. The router drops it as soon as the page is
 * read again, which a live update may cause at any moment: what is shown once would be gone.
 */
export function useKeptResult<T>(): T | undefined {
  const answered = useActionData() as T | undefined;
  const sending = useNavigation().state === 'submitting';
  const [kept, keep] = useState(answered);
  useEffect(() => {
    if (sending) keep(undefined);
    else if (answered !== undefined) keep(answered);
  }, [sending, answered]);
  return answered ?? kept;
}
