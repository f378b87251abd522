import type { Input, Reply } from '#contracts/call.ts';
import type { getSellerPayment as contract } from '#contracts/supply/payouts.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { readPayment } from './owed/read-payment.ts';

export async function getSellerPayment(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readPayment(ctx, ctx.sql, actor, id) };
}
