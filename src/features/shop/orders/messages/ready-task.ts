import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';

/** The job that says that the codes of an order can be revealed now, unless none is left to reveal. */
export function readyTask(ctx: Ctx): Task {
  return ({ order_id = '' }) =>
    transaction(ctx.sql, async (sql) => {
      const [order] = await sql<{ user_id: string; number: number; cards: number }[]>`
        select o.user_id, o.number,
          (select count(*) from order_lines where order_id = o.id and state = 'delivered') as cards
        from orders o join users u on u.id = o.user_id where o.id = ${order_id} and u.erased_at is null`;
      if (!order?.cards) return;
      const { user_id, number, cards } = order;
      await notify(sql, user_id, {
        kind: 'code_ready',
        type: 'success',
        title: message('order.ready_title', { count: cards }),
        content: message('order.ready_text', { number: String(number) }),
        link: pagePath('/orders/:id', { id: order_id }),
      });
      await queueMail(sql, 'order_ready', { order_id });
      // Open pages show the button that was locked until now.
      await publishUserEvent(sql, user_id, 'order', { id: order_id });
    });
}
