import type { Input, Reply } from '#contracts/call.ts';
import type { getPayment as contract } from '#contracts/payments.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { readPayments } from './read-payments.ts';

export async function getPayment(
  ctx: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { data } = await readPayments(ctx.sql, ctx.clock.now(), { user_id: actor.user.id, id: params.id, limit: 1 });
  if (!data[0]) throw new AppError('not_found', 'There is no such payment.');
  return { data: data[0] };
}
