import { useEffect } from 'react';
import { href, useNavigation } from 'react-router';
import { DASHBOARD_CHANNEL, NOTICES_CHANNEL, userChannel } from '#contracts/channels.ts';
import { setLiveState } from '#web/live/live-state.ts';
import { noteNoticeChange } from '#web/live/notice-changes.ts';
import { saysItself, showToast } from '#web/live/toasts.ts';
import { whenIdle } from '#web/live/when-idle.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import type { ToastMessage } from '#web/server/cookies/flash.ts';
import { useRevalidateOnEvent } from './use-revalidate-on-event.ts';

/** Newer than any event the page has seen, so it always revalidates. */
const everything = Number.POSITIVE_INFINITY;

/** Connects the page when idle: notifications become toasts, and changed data is reloaded. */
export function useLiveUpdates(): void {
  const rootData = useRootData();
  const key = rootData?.live?.key;
  const server = rootData?.live?.host ? JSON.stringify(rootData.live.host) : undefined;
  const id = rootData?.user?.id;
  const own = id && userChannel(id);
  const admin = rootData?.user?.role === 'admin' && !rootData.user.roles.includes('seller');
  const refresh = useRevalidateOnEvent();
  // A client that outlived its session would request its channel again and be rejected.
  const leaving = useNavigation().formAction === href('/logout');
  useEffect(() => {
    if (!key || !own || leaving) return;
    let stop: (() => void) | undefined;
    let gone = false;
    const followNotices = createNoticeFollower();
    const onEvent = (channel: string, event: string, data: Record<string, unknown>) => {
      if (channel === NOTICES_CHANNEL) return followNotices(event, Number(data.seq));
      if (event === 'notice') return noteNoticeChange();
      if (event === 'presence' && !concerns(data, id)) return;
      if (event === 'notification') showUnlessSaid(toastOf(data));
      // Not in the inbox, so several can't be shown there.
      if (event === 'new-notification' && data.by !== id) showUnlessSaid(toastOf({ ...data, about: undefined }));
      refresh(channel === own && typeof data.seq === 'number' ? data.seq : everything);
    };
    const start = async ({ connectLive }: typeof import('#web/live/connect-live.ts')) => {
      stop = connectLive({
        key,
        elsewhere: server !== undefined,
        host: server ? JSON.parse(server) : here(),
        channels: [own, NOTICES_CHANNEL, ...(admin ? [DASHBOARD_CHANNEL] : [])],
        onEvent,
        onState(live) {
          setLiveState(live ? 'live' : 'lost');
          // An external server does not report the channel's latest event.
          if (live && server) {
            refresh(everything);
            noteNoticeChange();
          }
        },
        onRefused: () => refresh(everything),
      });
    };
    const lose = () => {
      if (!gone) setLiveState('lost');
    };
    const load = async () => {
      const client = await import('#web/live/connect-live.ts').catch(lose);
      // In a moment of its own: evaluating the client and connecting each keep the browser busy.
      if (client && !gone) callOff = whenIdle(() => start(client).catch(lose), { first: true });
    };
    let callOff = whenIdle(load, { first: true });
    return () => {
      gone = true;
      callOff();
      stop?.();
      setLiveState('off');
    };
  }, [key, server, own, admin, id, leaving, refresh]);
}

const showUnlessSaid = (toast: ToastMessage) => {
  if (!saysItself(toast, location.pathname)) showToast(toast);
};

/** Whether the page shows who has a ticket open; what came from here it knows. */
const concerns = ({ by }: Record<string, unknown>, id: string | undefined) =>
  by !== id && location.pathname.startsWith(href('/admin/tickets'));

/** All open pages hear of a new notice at the same moment, so they ask for it spread over this time. */
const SPREAD_MS = 2_000;

/** Follows the channel of notices. Its number on each connection tells whether something was missed before. */
function createNoticeFollower() {
  let newest: number | undefined;
  return (event: string, seq: number) => {
    const missed = newest !== undefined && seq > newest;
    newest = seq;
    if (event === 'notice' || missed) setTimeout(noteNoticeChange, Math.random() * SPREAD_MS);
  };
}

function here() {
  const secure = location.protocol === 'https:';
  return { name: location.hostname, port: Number(location.port) || (secure ? 443 : 80), secure };
}

function toastOf({ type, title, content, link, about }: Record<string, unknown>): ToastMessage {
  const known = (['success', 'info', 'warning', 'error'] as const).find((one) => one === type) ?? 'info';
  return {
    type: known,
    title: String(title),
    content: String(content),
    ...(typeof about === 'string' && { about }),
    ...(typeof link === 'string' && /^\/[a-z0-9/_-]*$/.test(link) && { link }),
  };
}
