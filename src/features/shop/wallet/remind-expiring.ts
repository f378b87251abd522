import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../ctx.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { dayFrom, soon } from './read-wallet.ts';

const AT_ONCE = 500;

/** Reminds each buyer, once per card, of cards that expire within 30 days and aren't used yet. */
export async function remindExpiring(ctx: Ctx): Promise<void> {
  while ((await remindSome(ctx)) === AT_ONCE);
}

async function remindSome(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const due = await sql<{ user_id: string }[]>`
      with due as (
        select l.id, o.user_id from cards c join order_lines l on l.card_id = c.id join orders o on o.id = l.order_id
          join users u on u.id = o.user_id
        where c.state = 'sold' and c.expires_on between ${dayFrom(ctx.clock, 0)}::date and ${soon(ctx.clock)}::date
          and l.state in ('delivered', 'revealed') and l.used_at is null and l.expiry_told_at is null and u.erased_at is null
        order by o.user_id, l.id limit ${AT_ONCE} for update of l skip locked)
      update order_lines l set expiry_told_at = ${now} from due where l.id = due.id returning due.user_id`;
    for (const [user_id, cards] of Map.groupBy(due, (row) => row.user_id)) {
      const count = cards.length;
      await notify(sql, user_id, {
        kind: 'card_expiring',
        type: 'warning',
        title: message('wallet.expiring_title', { count }),
        content: message('wallet.expiring_text'),
        link: pagePath('/orders/cards'),
      });
      await queueMail(sql, 'cards_expiring', { user_id, told_at: now.toISOString() });
    }
    return due.length;
  });
}
