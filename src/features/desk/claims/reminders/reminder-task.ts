import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { noteReminded } from '../../../shop/orders/lines/note-reminded.ts';
import { queueReminder, reminderDue } from './queue-reminder.ts';

/** The job that reminds a buyer of guarantees that end soon: one message for all cards of an order that are due. */
export function reminderTask(ctx: Ctx): Task {
  return ({ line_id = '' }) =>
    transaction(ctx.sql, async (sql) => {
      const now = ctx.clock.now();
      const which = sql`${reminderDue(sql, now)} <= ${now} and not exists (select from claims where line_id = l.id)`;
      const due = await noteReminded(sql, now, { line_id, which });
      const first = due.toSorted((a, b) => Date.parse(a.ends_at) - Date.parse(b.ends_at))[0];
      // The clock stood still since this was planned: the reminder is due later.
      if (!first) return await queueReminder(sql, line_id, now);
      const { order_id, user_id, ends_at } = first;
      const values = { count: due.length, at: { at: ends_at } };
      await notify(sql, user_id, {
        kind: 'guarantee_ending',
        type: 'info',
        title: message('guarantee.ending', values),
        content: message('guarantee.ending_more', values),
        link: pagePath('/orders/:id', { id: order_id }),
      });
      await queueMail(sql, 'guarantee_ending', { order_id, cards: String(due.length), ends_at });
    });
}
