import type { Ctx } from '../../../ctx.ts';
import { isCredited, isUnpaid } from './paid.ts';

/**
 * Purchases about which something may be decided now, the oldest first: credited, out of time, of a closed account, or of cards gone or
 * dearer. All of them: some stay among these until their time is over, and however many those are, they hold up none behind them.
 */
export const duePurchases = ({ sql, clock }: Ctx) =>
  sql<{ id: string }[]>`
    select w.id from waiting_purchases w join payments p on p.id = w.id join users u on u.id = w.user_id
    where w.state = 'waiting' and (
      (u.activated_at is not null and ${isCredited(sql)})
      or w.expires_at <= ${clock.now()} or ${isUnpaid(sql, clock.now())}
      or u.disabled_at is not null or exists (select from account_closings where user_id = w.user_id)
      or exists (
        select from unnest(w.card_ids, w.prices_cents) as line (card_id, price_cents)
        join cards c on c.id = line.card_id join programmes g on g.id = c.programme_id
        where c.price_cents > line.price_cents or c.state in ('sold', 'withdrawn', 'void', 'expired') or g.state <> 'active'))
    order by w.asked_at, w.id`;
