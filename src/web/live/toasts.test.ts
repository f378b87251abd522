import { beforeEach, expect, test, vi } from 'vitest';
import { message } from '#i18n/message.ts';
import { dismissToast, listToasts, pauseToasts, saysItself, showToast, takeBackToast } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.runAllTimers();
    vi.useRealTimers();
  };
});

const toast = (title: string) => ({ type: 'info' as const, title, content: '' });

test('a toast goes after 6000 ms', () => {
  showToast(toast('one'));
  vi.advanceTimersByTime(5999);
  expect(listToasts().map(({ title }) => title)).toEqual(['one']);
  vi.advanceTimersByTime(1);
  expect(listToasts()).toEqual([]);
});

test('a dismissed toast is gone and the others stay', () => {
  showToast(toast('one'));
  showToast(toast('two'));
  dismissToast(listToasts()[0]?.id ?? 0);
  expect(listToasts().map(({ title }) => title)).toEqual(['two']);
});

test('at most five are shown', () => {
  for (let i = 0; i < 9; i++) showToast(toast(String(i)));
  expect(listToasts().map(({ title }) => title)).toEqual(['4', '5', '6', '7', '8']);
});

test('while somebody points at them toasts stay, then each has the rest of its time', () => {
  showToast(toast('one'));
  vi.advanceTimersByTime(4000);
  showToast(toast('two'));
  pauseToasts(true);
  showToast(toast('three'));
  vi.advanceTimersByTime(60_000);
  expect(listToasts().map(({ title }) => title)).toEqual(['one', 'two', 'three']);
  pauseToasts(false);
  vi.advanceTimersByTime(2000);
  expect(listToasts().map(({ title }) => title)).toEqual(['two', 'three']);
  vi.advanceTimersByTime(4000);
  expect(listToasts()).toEqual([]);
});

test('with a toast that was dismissed the pause ends', () => {
  showToast(toast('one'));
  showToast(toast('two'));
  pauseToasts(true);
  dismissToast(listToasts()[0]?.id ?? 0);
  vi.advanceTimersByTime(6000);
  expect(listToasts()).toEqual([]);
});

test('equal toasts are never stacked: the latest takes the place and the time of the one before', () => {
  showToast(toast('one'));
  showToast(toast('two'));
  vi.advanceTimersByTime(4000);
  showToast(toast('one'));
  expect(listToasts().map(({ title }) => title)).toEqual(['two', 'one']);
  vi.advanceTimersByTime(2000);
  expect(listToasts().map(({ title }) => title)).toEqual(['one']);
  vi.advanceTimersByTime(4000);
  expect(listToasts()).toEqual([]);
});

test('a toast that is no longer true is taken back, and no other', () => {
  showToast(toast('one'));
  showToast({ ...toast('one'), type: 'error' as const });
  takeBackToast(toast('one'));
  takeBackToast(toast('two'));
  expect(listToasts().map(({ type }) => type)).toEqual(['error']);
});

const credited = (amount: string, link: string) => ({
  type: 'success' as const,
  title: `${amount} was added`,
  content: 'Your payment was credited.',
  link,
  about: 'notify.credited',
});
const titles = () => listToasts().map(({ title }) => title);

test('notifications of one kind in a moment are counted, and lead to their page or to all of them', () => {
  showToast(credited('$1', '/billing/1'));
  vi.advanceTimersByTime(2999);
  showToast(credited('$2', '/billing/1'));
  expect(listToasts()[0]).toMatchObject({ type: 'success', content: '', link: '/billing/1' });
  showToast(credited('$3', '/billing/2'));
  expect(titles()).toEqual([message('toast.many_credited', { count: 3 })]);
  expect(listToasts()[0]?.link).toBe('/notifications');
  vi.advanceTimersByTime(3001);
  showToast(credited('$4', '/billing/3'));
  expect(titles()).toEqual([message('toast.many_credited', { count: 3 }), '$4 was added']);
});

test('two kinds of news about one page stay two toasts, whichever came first', () => {
  const held = {
    type: 'warning' as const,
    title: 'On hold',
    content: 'Look.',
    link: '/billing/1',
    about: 'notify.held',
  };
  showToast(held);
  showToast(credited('$1', '/billing/1'));
  expect(listToasts()).toMatchObject([
    { title: 'On hold', content: 'Look.' },
    { title: '$1 was added', content: 'Your payment was credited.' },
  ]);
});

test('what its own page says is no toast, and an error is one everywhere', () => {
  const paid = credited('$1', '/billing/1');
  expect(saysItself(paid, '/billing/1')).toBe(true);
  expect(saysItself(paid, '/billing/2')).toBe(false);
  expect(saysItself({ ...paid, type: 'error' }, '/billing/1')).toBe(false);
  expect(saysItself(toast('Saved'), '/billing/1')).toBe(false);
  expect(saysItself(paid, '/buy')).toBe(false);
  const bought = { ...toast('Paid'), link: '/orders/1', about: 'order.bought_title' };
  expect(['/buy', '/cart', '/orders/1', '/'].map((path) => saysItself(bought, path))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('toasts that have nothing in common stay apart', () => {
  showToast(credited('$1', '/billing/1'));
  showToast({ ...toast('Answered'), link: '/support/1', about: 'support.answered_title' });
  showToast(toast('Saved'));
  showToast(toast('Sent'));
  expect(titles()).toEqual(['$1 was added', 'Answered', 'Saved', 'Sent']);
});
