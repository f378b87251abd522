import { useSyncExternalStore } from 'react';

let requests = 0;
const listeners = new Set<() => void>();
const since = new WeakMap<object, number>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A request starts: earlier errors are cleared from the whole page. */
export function clearErrors(): void {
  requests++;
  for (const listener of listeners) listener();
}

/** The errors, until the next request starts. */
export function useCurrentErrors<T extends object>(refused: T | undefined): T | undefined {
  const now = useSyncExternalStore(
    subscribe,
    () => requests,
    () => 0,
  );
  if (!refused) return undefined;
  if (!since.has(refused)) since.set(refused, now);
  return since.get(refused) === now ? refused : undefined;
}
