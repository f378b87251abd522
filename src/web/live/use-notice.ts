import { useEffect, useRef, useState } from 'react';
import type { Notice } from '#contracts/content.ts';

const EVERY_MS = 30_000;

/**
 * The notice to show, beginning with the one that came with the page, and what closes it. It is polled every 30 s
 * until there is none; a hidden tab waits until it is looked at. These requests are no part of the loading flag.
 */
export function useNotice(first: Notice | null): { notice: Notice | null; close: () => Promise<void> } {
  const [notice, setNotice] = useState(first);
  const polling = useRef<Polling>(undefined);
  useEffect(() => {
    polling.current = pollNotices(setNotice);
    return polling.current.stop;
  }, []);
  async function close() {
    if (!notice) return;
    setNotice(null);
    polling.current?.stop();
    const body = new URLSearchParams({ id: notice.id });
    // Kept alive, so that who closes it and leaves at once has seen it too.
    const response = await fetch('/notice/userseen', {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      redirect: 'manual',
      keepalive: true,
    }).catch(() => null);
    // What could not be said stays unseen: a later poll brings the notice back.
    polling.current?.pollIn(response?.ok ? 0 : EVERY_MS);
  }
  return { notice, close };
}

interface Polling {
  pollIn: (ms: number) => void;
  stop: () => void;
}

function pollNotices(show: (notice: Notice | null) => void): Polling {
  let timer: ReturnType<typeof setTimeout>;
  // An answer counts only as long as nothing was begun or stopped after its question.
  let round = 0;
  const stop = () => {
    round += 1;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', poll);
  };
  const pollIn = (ms: number) => {
    stop();
    timer = setTimeout(poll, ms);
  };
  async function poll() {
    if (document.hidden) return document.addEventListener('visibilitychange', poll, { once: true });
    const mine = ++round;
    const answer = await fetch('/notice/latest', { cache: 'no-store', redirect: 'manual' }).catch(() => null);
    const found = answer && [200, 201].includes(answer.status) ? await answer.json().catch(() => null) : null;
    if (mine !== round) return;
    if (found) show(found.data);
    if (answer?.status === 204) show(null);
    // A redirect, which a script does not see into, says that the session is over.
    else if (answer?.type !== 'opaqueredirect') pollIn(EVERY_MS);
  }
  pollIn(EVERY_MS);
  return { pollIn, stop };
}
