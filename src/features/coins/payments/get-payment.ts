import type { Input, Reply } from '#contracts/call.ts';
import type { getPayment as contract } from '#contracts/coins/payments.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, localeOf, type VaultCtx } from '../../ctx.ts';
import { readPayments } from './read-payments.ts';

export async function getPayment(
  ctx: VaultCtx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { data } = await readPayments(ctx, ctx.clock.now(), {
    user_id: actor.user.id,
    locale: localeOf(actor),
    id: params.id,
    limit: 1,
  });
  if (!data[0]) throw new AppError('not_found', message('payment.missing'));
  return { data: data[0] };
}
