import { NOTICES_CHANNEL } from '#contracts/channels.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvent } from '#platform/events/append-event.ts';

/** Makes open pages ask for the latest notice, those too that have stopped polling. */
export const announceNotices = (sql: Db): Promise<void> =>
  appendEvent(sql, { channel: NOTICES_CHANNEL, event: 'notice', data: {} });
