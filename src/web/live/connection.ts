import { message } from '#i18n/message.ts';
import { showToast, takeBackToast } from '#web/live/toasts.ts';

const EVERY_MS = 5_000;

type Listener = () => void;

const back = { type: 'success', title: message('connection.back'), content: '' } as const;

let lost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<Listener>();
/** Requests that wait to be sent again. */
const waiting = new Set<Listener>();

export const isLost = () => lost;

export function onConnection(listener: Listener): Listener {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(now: boolean): void {
  if (lost === now) return;
  lost = now;
  // One message at a time: the notice or the toast, never both.
  if (lost) takeBackToast(back);
  else showToast(back);
  for (const listener of [...listeners]) listener();
}

/** The shop can't be reached: shown on every page, and polled until it responds. */
export function loseConnection(): void {
  set(true);
  timer ??= setTimeout(() => {
    timer = undefined;
    void tryConnection();
  }, EVERY_MS);
}

/**
 * The shop responded. Requests that wait are sent again, and the notice stays until they get a response themselves: a
 * proxy may let a check through and nothing else.
 */
export function noteResponse(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.size === 0) set(false);
  for (const send of [...waiting]) send();
}

/** Checks whether the shop responds; returns true if it does. */
export async function tryConnection(): Promise<boolean> {
  const answered = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answered) noteResponse();
  else loseConnection();
  return answered;
}

/** Resolves once the shop responds again; rejects when the signal aborts. */
export function untilConnected(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!lost) return resolve();
    const send = () => {
      waiting.delete(send);
      resolve();
    };
    waiting.add(send);
    signal?.addEventListener('abort', () => {
      waiting.delete(send);
      reject(signal.reason);
    });
  });
}

/** Follows the browser's online and offline events. */
export function followNetwork(): Listener {
  const retry = () => void tryConnection();
  addEventListener('offline', loseConnection);
  addEventListener('online', retry);
  if (!navigator.onLine) loseConnection();
  return () => {
    removeEventListener('offline', loseConnection);
    removeEventListener('online', retry);
  };
}
