import type { Input, Reply } from '#contracts/call.ts';
import type { getUnclaimedDeposit as contract } from '#contracts/coins/unclaimed-deposits.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { notePerson } from '../../oversight/audit/note-view.ts';
import { ownerOf } from './owner-of.ts';
import { readUnclaimedDeposits } from './read-unclaimed-deposits.ts';

export async function getUnclaimedDeposit(
  ctx: VaultCtx,
  actor: Actor,
  { params }: Pick<Input<typeof contract>, 'params'>,
): Promise<Reply<typeof contract>> {
  const [data] = await readUnclaimedDeposits(ctx, { which: ctx.sql`s.id = ${params.id}`, limit: 1 });
  if (!data) throw new AppError('not_found', message('unclaimed.missing'));
  await notePerson(ctx, ctx.sql, actor, ownerOf(data));
  return { data };
}
