import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../ctx.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { markExpiryNotified } from '../orders/lines/mark-expiry-notified.ts';
import { dayFrom, soon } from './read-wallet.ts';

const AT_ONCE = 500;

/** Reminds each buyer, once per card, of cards that expire within 30 days and aren't used yet. */
export async function remindExpiring(ctx: Ctx): Promise<void> {
  while ((await remindSome(ctx)) === AT_ONCE);
}

async function remindSome(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const until = soon(ctx.clock);
    const due = await markExpiryNotified(sql, { from: dayFrom(ctx.clock, 0), until, limit: AT_ONCE, now });
    for (const [user_id, cards] of Map.groupBy(due, (row) => row.user_id)) {
      const count = cards.length;
      await notify(sql, user_id, {
        kind: 'card_expiring',
        type: 'warning',
        title: message('wallet.expiring_title', { count }),
        content: message('wallet.expiring_text'),
        link: pagePath('/orders/cards'),
      });
      await queueMail(sql, 'cards_expiring', { user_id, notified_at: now.toISOString() });
    }
    return due.length;
  });
}
