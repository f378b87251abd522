import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { guaranteeEnd, openOutage } from '../../../shop/orders/guarantee/read-card-facts.ts';
import { queueReminder, reminderDue } from './queue-reminder.ts';

/** The job that reminds a buyer of guarantees that end soon: one message for all cards of an order that are due. */
export function reminderTask(ctx: Ctx): Task {
  return ({ line_id = '' }) =>
    transaction(ctx.sql, async (sql) => {
      const now = ctx.clock.now();
      const due = await sql<{ order_id: string; user_id: string; ends_at: string }[]>`
        with due as (
          select l.id, ${guaranteeEnd(sql, now)} as ends_at
          from order_lines l join cards c on c.id = l.card_id ${openOutage(sql)}
          where l.order_id = (select order_id from order_lines where id = ${line_id}) and l.state = 'revealed'
            and l.guarantee_reminded_at is null and ${reminderDue(sql, now)} <= ${now} and ${guaranteeEnd(sql, now)} > ${now}
            and not exists (select from claims where line_id = l.id)
          order by l.id for update of l)
        update order_lines l set guarantee_reminded_at = ${now} from due, orders r
        where l.id = due.id and r.id = l.order_id returning l.order_id, r.user_id, due.ends_at`;
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
