import type { Input, Reply } from '#contracts/call.ts';
import type { proposeTerms as contract } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, VaultCtx } from '../../../ctx.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { lockSeller } from '../seller/lock-seller.ts';
import { readSeller } from '../seller/read-sellers.ts';
import { sellerKinds } from '../seller/seller-kinds.ts';

/** Proposes terms for what a seller sells from the decision on; what was sold keeps its own. */
export async function proposeTerms(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { reason, ...terms } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { state, legal_name: name } = await lockSeller(sql, id);
    if (state === 'ended') throw new AppError('conflict', message('seller.is_ended'));
    await propose(ctx, sql, actor, { kind: sellerKinds.terms, subject: id, facts: { name, ...terms }, reason });
    return readSeller(ctx, sql, actor, id);
  });
  return { data };
}
