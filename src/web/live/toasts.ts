import { href } from 'react-router';
import type { ToastMessage } from '#web/server/cookies/flash.ts';
import { type CountedToast, mergeToasts } from './merge-toasts.ts';

const SHOWN_MS = 6000;
const LIMIT = 5;
/** Notifications that come within this time are shown as one. */
const MOMENT_MS = 3000;

type Shown = CountedToast & { id: number; at: number };

const none: readonly Shown[] = [];
let toasts = none;
let last_id = 0;
let paused = false;
const listeners = new Set<() => void>();
const timers = new Map<number, { left_ms: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }>();

function set(next: readonly Shown[]): void {
  toasts = next;
  for (const id of timers.keys()) if (!next.some((toast) => toast.id === id)) stopTimer(id);
  for (const listener of listeners) listener();
}

export const listToasts = () => toasts;
export const noToasts = () => none;

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a toast: it takes the place of one that says the same, and joins one of its kind from the same moment. */
export function showToast(message: ToastMessage): void {
  const id = ++last_id;
  const at = Date.now();
  startTimer(id, SHOWN_MS);
  const others = toasts.filter((toast) => !isLike(toast, message));
  const recent = others.findLast((toast) => at - toast.at < MOMENT_MS && mergeToasts(toast, message));
  const shown = (recent && mergeToasts(recent, message)) ?? { ...message, count: 1 };
  set([...others.filter((toast) => toast !== recent), { ...shown, id, at }].slice(-LIMIT));
}

/** Whether the page at a path says by itself what a toast would: the toast is about it, or it is where the order was just paid. */
export function saysItself({ type, link, about }: ToastMessage, pathname: string): boolean {
  if (type === 'warning' || type === 'error') return false;
  return link === pathname || (about === 'order.bought_title' && pathname in paying);
}

const paying = { [href('/buy')]: true, [href('/cart')]: true };

/** Removes a toast that is no longer true, if it is still shown. */
export function takeBackToast(message: ToastMessage): void {
  const toast = toasts.find((one) => isLike(one, message));
  if (toast) dismissToast(toast.id);
}

const isLike = (one: ToastMessage, other: ToastMessage) => textOf(one) === textOf(other);

const textOf = ({ type, title, content, link }: ToastMessage) => JSON.stringify([type, title, content, link]);

export function dismissToast(id: number): void {
  if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
  // The toast being hovered or focused is gone, and no leave event will follow.
  pauseToasts(false);
}

/** Toasts stay while they are hovered or focused; afterwards each gets its remaining time. */
export function pauseToasts(pause: boolean): void {
  if (pause === paused) return;
  paused = pause;
  for (const [id, { left_ms, since, timer }] of timers) {
    clearTimeout(timer);
    startTimer(id, pause ? left_ms - (Date.now() - since) : left_ms);
  }
}

function startTimer(id: number, left_ms: number): void {
  const timer = paused ? undefined : setTimeout(() => dismissToast(id), left_ms);
  timers.set(id, { left_ms, since: Date.now(), timer });
}

function stopTimer(id: number): void {
  clearTimeout(timers.get(id)?.timer);
  timers.delete(id);
}
