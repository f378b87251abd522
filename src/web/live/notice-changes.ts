const listeners = new Set<() => void>();

/** Calls the listener whenever a live update says that the latest notice may be another one. */
export function onNoticeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteNoticeChange(): void {
  for (const listener of listeners) listener();
}
