import type { Input, Reply } from '#contracts/call.ts';
import type { quotePreorder as contract } from '#contracts/shop/preorders.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { findProgramme, onSaleNow, queueOf } from './queue/find-programme.ts';
import { likelyPrice } from './queue/likely-price.ts';

/** Waiting costs nothing. */
const FEE_CENTS = 0;

export async function quotePreorder(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql, clock } = ctx;
  const { programme, frozen } = await findProgramme(sql, body);
  const { face_cents, quantity } = body;
  const kind = { programme_id: programme.id, face_cents };
  const [on_sale, balance_cents] = await Promise.all([
    onSaleNow(sql, clock, kind),
    balanceOf(sql, { kind: 'available', owner_id: actor.user.id }),
  ]);
  const unit_price_cents = on_sale?.from_cents ?? (await likelyPrice(ctx, { programme, face_cents }));
  const highest_price_cents = body.highest_price_cents ?? unit_price_cents;
  const queue = await queueOf(sql, { ...kind, highest_price_cents });
  return {
    data: {
      programme,
      frozen,
      face_cents,
      quantity,
      unit_price_cents,
      highest_price_cents,
      on_sale,
      balance_cents,
      ...queue,
      fee_cents: FEE_CENTS,
      total_cents: highest_price_cents * quantity + FEE_CENTS,
    },
  };
}
