import type { ToastMessage } from '#web/flash.ts';

const shown_ms = 6000;
const limit = 5;

type Shown = ToastMessage & { id: number };

const none: readonly Shown[] = [];
let toasts = none;
let last_id = 0;
const listeners = new Set<() => void>();

function set(next: readonly Shown[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export const listToasts = () => toasts;
export const noToasts = () => none;

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showToast(message: ToastMessage): void {
  const id = ++last_id;
  set([...toasts, { ...message, id }].slice(-limit));
  setTimeout(() => dismissToast(id), shown_ms);
}

export function dismissToast(id: number): void {
  if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
}
