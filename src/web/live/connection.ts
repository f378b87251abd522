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

/** The shop could not be reached: said on every page, and asked for again until it answers. */
export function loseConnection(): void {
  set(true);
  timer ??= setTimeout(() => {
    timer = undefined;
    void tryConnection();
  }, EVERY_MS);
}

/** Asks whether the shop answers; true when it does. */
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

/** Resolves once the shop answers again; rejects when nobody waits for it any more. */
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

/** Follows what the browser itself says of the network. */
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
