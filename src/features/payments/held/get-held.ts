import type { Input, Reply } from '#contracts/call.ts';
import type { getHeld as contract } from '#contracts/held-payments.ts';
import { AppError } from '#platform/http/errors.ts';
import { say } from '#words/say.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readHeldList } from './read-held.ts';

export async function getHeld(
  ctx: Ctx,
  _actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [data] = await readHeldList(ctx.sql, { id: params.id, limit: 1, offset: 0 });
  if (!data) throw new AppError('not_found', say('held.missing'));
  return { data };
}
