import { useEffect, useRef, useState } from 'react';
// biome-ignore lint/style/noRestrictedImports: wrapped below
import { useActionData, useNavigation } from 'react-router';

/**
 * What the page's action answered, until the next form was sent or another page is opened. The router's own hook drops it
 * as soon as the page is read again, which a live update may cause at any moment: a refusal would vanish unread. A form
 * that got no answer of its page is refused on top of what was answered before, so that a set-up of steps stays where it is.
 */
export function useActionResult<T = unknown>(): ReturnType<typeof useActionData<T>> {
  const answered = useActionData<T>();
  const { state, formAction } = useNavigation();
  const [shown, setShown] = useState(answered);
  const last = useRef({ state, formAction });
  useEffect(() => {
    const before = last.current;
    last.current = { state, formAction };
    // In another language it is the same page.
    const arrived = before.state !== 'idle' && state === 'idle' && before.formAction !== '/language';
    if (arrived || answered !== undefined) setShown((before) => onTop(before, answered));
  }, [state, formAction, answered]);
  return answered === undefined ? shown : onTop(shown, answered);
}

const onTop = <A>(shown: A, answered: A): A =>
  (answered as { unanswered?: boolean } | null | undefined)?.unanswered ? { ...shown, ...answered } : answered;
