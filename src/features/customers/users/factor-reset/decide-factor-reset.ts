import { randomBytes } from 'node:crypto';
import type { Input } from '#contracts/call.ts';
import type { decideFactorReset as contract } from '#contracts/customers/users.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { hashPassword } from '../../../identity/factors/passwords/password.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { lockPerson } from '../person/person.ts';
import { factorResetKind } from './factor-reset-kind.ts';
import { refuseWithoutWayBack } from './refuse-without-way-back.ts';
import { removeFactors } from './remove-factors.ts';

/** Removes an account's second factors as somebody else proposed it, or not. */
export async function decideFactorReset(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<undefined> {
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
  await transaction(ctx.sql, async (sql) => {
    const person = await lockPerson(sql, actor, id);
    if (decision === 'approved') refuseWithoutWayBack(person);
    await decide(ctx, sql, actor, { kind: factorResetKind, subject: id, id: proposal_id, decision, reason });
    if (decision === 'rejected') return;
    await removeFactors(ctx, sql, id, password_hash);
    await appendAudit(sql, { ...by(actor), action: 'auth.factors_reset', subject: id, details: { proposal_id } });
  });
}
