import { useEffect, useRef, useState } from 'react';
import { href, useRevalidator } from 'react-router';
import type { Notice } from '#contracts/content/content.ts';
import { onNoticeChange } from './notice-changes.ts';

const EVERY_MS = 30_000;

/**
 * The notice to show, starting with the one rendered with the page, and a function to close it. Polls every 30 s
 * until there is none, and again when a live update asks for it; a hidden tab waits until it is visible. These requests
 * don't count towards the loading flag.
 */
export function useNotice(first: Notice | null): { notice: Notice | null; close: () => Promise<void> } {
  const [notice, setNotice] = useState(first);
  const { revalidate } = useRevalidator();
  const polling = useRef<Polling>(undefined);
  useEffect(() => {
    // With the session gone, reloading the page's data leads to the login page.
    const { stop, pollIn } = pollNotices(setNotice, () => void revalidate());
    polling.current = { stop, pollIn };
    const unsubscribe = onNoticeChange(() => pollIn(0));
    return () => {
      unsubscribe();
      stop();
    };
  }, [revalidate]);
  async function close() {
    if (!notice) return;
    setNotice(null);
    polling.current?.stop();
    const body = new URLSearchParams({ id: notice.id });
    // keepalive, so that the notice counts as seen even if the user leaves right after closing it.
    const response = await fetch(href('/notice/userseen'), {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      redirect: 'manual',
      keepalive: true,
    }).catch(() => null);
    // If the request fails, the notice stays unseen: a later poll brings it back.
    polling.current?.pollIn(response?.ok ? 0 : EVERY_MS);
  }
  return { notice, close };
}

interface Polling {
  pollIn: (ms: number) => void;
  stop: () => void;
}

function pollNotices(show: (notice: Notice | null) => void, onSessionLost: () => void): Polling {
  let timer: ReturnType<typeof setTimeout>;
  // A response counts only if nothing was started or stopped since its request.
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
    const answer = await fetch(href('/notice/latest'), { cache: 'no-store', redirect: 'manual' }).catch(() => null);
    const found = answer && [200, 201].includes(answer.status) ? await answer.json().catch(() => null) : null;
    if (mine !== round) return;
    if (found) show(found.data);
    if (answer?.status === 204) show(null);
    // A redirect, opaque to scripts, means that the session has ended.
    else if (answer?.type === 'opaqueredirect') onSessionLost();
    else pollIn(EVERY_MS);
  }
  pollIn(EVERY_MS);
  return { pollIn, stop };
}
