import { pagePath } from '#contracts/page-path.ts';
import type { Preorder } from '#contracts/shop/preorders.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { KEEPS_PLACE_DAYS } from '../queue/read-preorders.ts';

const RETRY_AFTER_MS = HOUR_MS;

interface Skipped {
  id: string;
  user_id: string;
  programme: string;
  skipped: boolean;
}

/** Passes a pre-order over for an hour. It keeps its place for seven days, then it goes to the end of the queue. */
export async function skipPreorder(
  sql: Tx,
  { id, user_id, programme, skipped }: Skipped,
  reason: NonNullable<Preorder['skip_reason']>,
  now: Date,
): Promise<void> {
  const keeps_place_since = new Date(now.getTime() - KEEPS_PLACE_DAYS * DAY_MS);
  await sql`
    update preorders set skip_reason = ${reason}, retry_at = ${new Date(now.getTime() + RETRY_AFTER_MS)},
      queued_at = case when skipped_at <= ${keeps_place_since} then ${now} else queued_at end,
      skipped_at = case when skipped_at > ${keeps_place_since} then skipped_at else ${now} end
    where id = ${id}`;
  await publishUserEvent(sql, user_id, 'preorder', { id });
  if (skipped) return;
  await notify(sql, user_id, {
    type: 'warning',
    title: message('preorder.skipped.title'),
    content: message('preorder.skipped.text', { programme, why: message(`preorder.skip.${reason}`) }),
    link: pagePath('/preorder'),
  });
}
