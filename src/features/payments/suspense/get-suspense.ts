import type { Input, Reply } from '#contracts/call.ts';
import type { getSuspense as contract } from '#contracts/suspense.ts';
import { AppError } from '#platform/http/errors.ts';
import { say } from '#words/say.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readSuspense } from './read-suspense.ts';

export async function getSuspense(
  ctx: Pick<Ctx, 'sql' | 'chains'>,
  _actor: Actor,
  { params }: Pick<Input<typeof contract>, 'params'>,
): Promise<Reply<typeof contract>> {
  const [data] = await readSuspense(ctx, { id: params.id, limit: 1 });
  if (!data) throw new AppError('not_found', say('suspense.missing'));
  return { data };
}
