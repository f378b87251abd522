import type { Input, Reply } from '#contracts/call.ts';
import type { getUnclaimedDeposit as contract } from '#contracts/unclaimed-deposits.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { readUnclaimedDeposits } from './read-unclaimed-deposits.ts';

export async function getUnclaimedDeposit(
  ctx: Pick<Ctx, 'sql' | 'chains'>,
  _actor: Actor,
  { params }: Pick<Input<typeof contract>, 'params'>,
): Promise<Reply<typeof contract>> {
  const [data] = await readUnclaimedDeposits(ctx, { id: params.id, limit: 1 });
  if (!data) throw new AppError('not_found', message('unclaimed.missing'));
  return { data };
}
