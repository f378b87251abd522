import { message } from '#i18n/message.ts';
import { showToast } from '#web/live/toasts.ts';

const EVERY_MS = 5_000;

type Listener = () => void;

let lost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<Listener>();

export const isLost = () => lost;

export function onConnection(listener: Listener): Listener {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(now: boolean): void {
  if (lost === now) return;
  lost = now;
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

/** Checks whether the shop responds; returns true if it does. */
export async function tryConnection(): Promise<boolean> {
  const answered = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answered) {
    loseConnection();
    return false;
  }
  clearTimeout(timer);
  timer = undefined;
  if (lost) showToast({ type: 'success', title: message('connection.back'), content: '' });
  set(false);
  return true;
}

/** Resolves once the shop responds again; rejects when the signal aborts. */
export function untilConnected(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!lost) return resolve();
    const done = onConnection(() => {
      if (lost) return;
      done();
      resolve();
    });
    signal?.addEventListener('abort', () => {
      done();
      reject(signal.reason);
    });
  });
}

/** Follows the browser's online and offline events. */
export function followNetwork(): Listener {
  const back = () => void tryConnection();
  addEventListener('offline', loseConnection);
  addEventListener('online', back);
  if (!navigator.onLine) loseConnection();
  return () => {
    removeEventListener('offline', loseConnection);
    removeEventListener('online', back);
  };
}
