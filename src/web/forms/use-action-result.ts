import { useEffect, useRef, useState } from 'react';
// biome-ignore lint/style/noRestrictedImports: wrapped below
import { href, useActionData, useNavigation } from 'react-router';

/**
 * The result of the page's action, until another form is sent or another page opened. The router's own hook drops it
 * when the page revalidates, which a live update may trigger at any time: an error would vanish unread. If a form gets
 * no response from its page, the error is added to the earlier result, so that a multi-step set-up keeps its place.
 */
export function useActionResult<T = unknown>(): ReturnType<typeof useActionData<T>> {
  const answered = useActionData<T>();
  const { state, formAction } = useNavigation();
  const [shown, setShown] = useState(answered);
  const last = useRef({ state, formAction });
  useEffect(() => {
    const before = last.current;
    last.current = { state, formAction };
    // A change of language or theme stays on the same page.
    const stays = [href('/language'), href('/theme')].some((path) => path === before.formAction);
    const arrived = before.state !== 'idle' && state === 'idle' && !stays;
    if (arrived || answered !== undefined) setShown((before) => onTop(before, answered));
  }, [state, formAction, answered]);
  return answered === undefined ? shown : onTop(shown, answered);
}

const onTop = <A>(shown: A, answered: A): A =>
  (answered as { unanswered?: boolean } | null | undefined)?.unanswered ? { ...shown, ...answered } : answered;
