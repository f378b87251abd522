import { useSyncExternalStore } from 'react';

/** `off` before the first connection, `live` while events arrive, `lost` when they should arrive but don't. */
export type LiveState = 'off' | 'live' | 'lost';

let state: LiveState = 'off';
const listeners = new Set<() => void>();

export function setLiveState(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => 'off',
  );
