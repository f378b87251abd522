import type { Input, Reply } from '#contracts/call.ts';
import type { proposeOwner as contract } from '#contracts/coins/unclaimed-deposits.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { dismiss } from '../../oversight/four-eyes/dismiss.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { getUnclaimedDeposit } from './get-unclaimed-deposit.ts';
import { lockUnclaimedDeposit } from './lock-unclaimed-deposit.ts';
import { ownerKind } from './owner-kind.ts';

/** A person says whose the money is. A later proposal takes the place of an earlier one; none moves anything by itself. */
export async function proposeOwner(
  ctx: VaultCtx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const { id, coin, txid, n, amount_units } = await lockUnclaimedDeposit(ctx, sql, params.id);
    const user_id = await findOwner(sql, body.owner);
    if (user_id === actor.user.id) throw new AppError('forbidden', message('unclaimed.own'));
    const about = { kind: ownerKind, subject: id, reason: body.reason };
    await dismiss(ctx, sql, actor, about);
    await propose(ctx, sql, actor, { ...about, facts: { user_id, coin, amount_units } });
    const details = { coin, txid, n, amount_units, user_id, reason: body.reason };
    await appendAudit(sql, { ...by(actor), action: 'suspense.proposed', subject: id, details });
    return getUnclaimedDeposit(within(ctx, sql), actor, { params });
  });
}

/** By username or confirmed address. An erased account has neither. */
async function findOwner(sql: Db, text: string): Promise<string> {
  const name = text.toLowerCase();
  const [owner] = await sql<{ id: string }[]>`
    select id from users
    where (username = ${name} or (email = ${name} and email_verified_at is not null)) and erased_at is null`;
  if (!owner) throw invalidField('owner', message('unclaimed.no_owner'));
  return owner.id;
}
