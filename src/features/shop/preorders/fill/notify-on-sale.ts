import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { inDate, isOffered } from '../../../supply/programmes/catalogue/on-sale.ts';

const EACH_RUN = 500;

/** Tells buyers who only asked to be told that a card is on sale at their price, once. */
export async function notifyOnSale(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.sql<{ id: string; user_id: string; programme: string }[]>`
    select p.id, p.user_id, g.name as programme
    from preorders p join programmes g on g.id = p.programme_id
    where p.notify_only and p.state = 'open' and exists (
      select from card_lots lot
      where lot.programme_id = p.programme_id and lot.face_cents = p.face_cents
        and lot.price_cents <= p.highest_price_cents
        and lot.cards > coalesce((select sum(gone.cards) from card_lot_departures gone where gone.lot_id = lot.id), 0)
        and ${inDate(ctx.sql, ctx.clock, 'lot')} and ${isOffered(ctx.sql, 'lot')})
    order by p.queued_at, p.id limit ${EACH_RUN}`;
  for (const { id, user_id, programme } of due) {
    await transaction(ctx.sql, async (sql) => {
      const { count } = await sql`
        update preorders set state = 'filled', ended_at = ${now} where id = ${id} and state = 'open' and notify_only`;
      if (count === 0) return;
      await notify(sql, user_id, {
        type: 'info',
        title: message('preorder.on_sale.title'),
        content: message('preorder.on_sale.text', { programme }),
        link: pagePath('/cards'),
      });
      await publishUserEvent(sql, user_id, 'preorder', { id });
    });
  }
}
