import type { Input, Reply } from '#contracts/call.ts';
import type { proposeVerification as contract } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import type { Actor, VaultCtx } from '../../../ctx.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { refuseListed } from '../screening/screen-seller.ts';
import { lockSeller } from '../seller/lock-seller.ts';
import { readSeller } from '../seller/read-sellers.ts';
import { sellerKinds } from '../seller/seller-kinds.ts';

/** Asks for a seller who applied, or was suspended, to be verified by the evidence that somebody checked. */
export async function proposeVerification(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { reference, checked_on, owners, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  if (checked_on > ctx.clock.now().toISOString().slice(0, 10)) {
    throw invalidField('checked_on', message('seller.checked_later'));
  }
  const data = await transaction(ctx.sql, async (sql) => {
    const { state, legal_name: name } = await lockSeller(sql, id);
    if (state === 'ended') throw new AppError('conflict', message('seller.is_ended'));
    if (state === 'verified') throw new AppError('conflict', message('seller.verified_already'));
    if (owners) await sql`update sellers set owners = ${owners} where id = ${id}`;
    await refuseListed(sql, id);
    const facts = { name, reference, checked_on };
    await propose(ctx, sql, actor, { kind: sellerKinds.verification, subject: id, facts, reason });
    return readSeller(ctx, sql, actor, id);
  });
  return { data };
}
