import { pagePath } from '#contracts/page-path.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Ctx, VaultCtx } from '../../../ctx.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { askCard } from '../../../supply/issuers/cards/ask-card.ts';
import { queueReminder } from './queue-reminder.ts';

const ASK_AGAIN_MS = 5 * MINUTE_MS;

/**
 * The job after a first reveal: it plans the reminder, keeps what the issuer says about the card that the buyer got, and
 * tells the buyer of a card that can't be used. A card that worked after an outage can't be claimed as never usable.
 */
export function deliveryTask(ctx: VaultCtx): Task {
  return async ({ line_id = '', again }) => {
    if (!again) await queueReminder(ctx.sql, line_id, ctx.clock.now());
    else if (await isSilent(ctx.sql, line_id)) return await askLater(ctx, line_id);
    const answer = await askCard(ctx, { line_id, cause: 'delivery' });
    if (answer === 'no_answer') return await askLater(ctx, line_id);
    if (answer === undefined) return;
    await transaction(ctx.sql, async (sql) => {
      const [{ user_id, order_id, claimed }] = await sql<[{ user_id: string; order_id: string; claimed: boolean }]>`
        select o.user_id, o.id as order_id, exists (select from claims where line_id = l.id) as claimed
        from order_lines l join orders o on o.id = l.order_id where l.id = ${line_id}`;
      await publishUserEvent(sql, user_id, 'order', { id: order_id });
      if (claimed || (answer.status !== 'inactive' && answer.status !== 'unknown')) return;
      const link = pagePath('/orders/:id', { id: order_id });
      await notify(sql, user_id, {
        type: 'warning',
        link,
        title: message('delivery.bad'),
        content: message('delivery.bad_more'),
      });
    });
  };
}

/** Whether another question to the issuer, which is repeated until it answers, is without an answer. */
async function isSilent(sql: Db, line_id: string): Promise<boolean> {
  const [outage] = await sql`
    select from issuer_outages o join cards c on c.programme_id = o.programme_id join order_lines l on l.card_id = c.id
    where l.id = ${line_id} and o.ended_at is null`;
  return outage !== undefined;
}

function askLater({ sql, clock }: Ctx, line_id: string): Promise<void> {
  const run_at = new Date(clock.now().getTime() + ASK_AGAIN_MS);
  return addJob(sql, 'delivery', { line_id, again: 'yes' }, { key: `delivery:${line_id}`, run_at });
}
