import { useEffect } from 'react';
import { href } from 'react-router';

const EVERY_MS = 25_000;
const TYPING_MS = 8_000;

/** Tells colleagues that this page has a ticket open, and that somebody types in it; a hidden tab doesn't count. */
export function useMarkPresence(id: string, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    let typing: ReturnType<typeof setTimeout> | undefined;
    const say = (state: 'looking' | 'typing' | 'gone') => {
      const body = new URLSearchParams({ state });
      // keepalive, so that leaving the page is heard, too.
      const request = { method: 'POST', body, redirect: 'manual', keepalive: true } as const;
      fetch(href('/admin/tickets/:id/presence', { id }), request).catch(() => {});
    };
    const note = () => {
      if (!document.hidden) say(typing ? 'typing' : 'looking');
    };
    const pause = () => {
      typing = undefined;
      note();
    };
    const onInput = ({ target }: Event) => {
      if (!(target instanceof HTMLTextAreaElement)) return;
      const began = typing === undefined;
      clearTimeout(typing);
      typing = setTimeout(pause, TYPING_MS);
      if (began) note();
    };
    const onVisibility = () => (document.hidden ? say('gone') : note());
    note();
    const timer = setInterval(note, EVERY_MS);
    document.addEventListener('input', onInput);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearInterval(timer);
      clearTimeout(typing);
      document.removeEventListener('input', onInput);
      document.removeEventListener('visibilitychange', onVisibility);
      say('gone');
    };
  }, [id, on]);
}
