import type { PlacedEvent } from '#platform/events/place-events.ts';
import type { Ctx } from '../../ctx.ts';
import { eventData } from './event-data.ts';
import { openPusher } from './open-pusher.ts';

/** Sends events through the server of PUSHER_URL. It can't know the reader, so texts use the user's saved language. */
export function sendToPusher(ctx: Ctx, pusherUrl: string): (events: readonly PlacedEvent[]) => Promise<void> {
  const pusher = openPusher(pusherUrl);
  return async (events) => {
    const locales = await localesOf(ctx, events);
    const batch = events.map((event) => ({
      channel: event.channel,
      ...namedData(event, locales.get(event.channel)),
    }));
    const { ok, status } = await pusher.triggerBatch(batch);
    if (!ok) throw new Error(`the server of PUSHER_URL answered ${status}`);
  };
}

/** That server can't tell duties apart: of what is for some of them, the pages hear only that something changed. */
function namedData(event: PlacedEvent, locale: string | undefined): { name: string; data: Record<string, unknown> } {
  const data = eventData(event, { ...(locale !== undefined && { locale }) });
  return data ? { name: event.event, data } : { name: 'changed', data: { seq: event.seq } };
}

async function localesOf({ sql }: Ctx, events: readonly PlacedEvent[]): Promise<Map<string, string>> {
  const channels = [...new Set(events.map(({ channel }) => channel))];
  const rows = await sql<{ channel: string; locale: string }[]>`
    select channel, u.locale from unnest(${channels}::text[]) as channel
    join users u on u.id::text = substring(channel from '^private-user\\.(.+)$') where u.locale is not null`;
  return new Map(rows.map(({ channel, locale }) => [channel, locale]));
}
