import type { Input, Reply } from '#contracts/call.ts';
import type { releasePayment as contract } from '#contracts/coins/holds.ts';
import { message, type Text } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx, type VaultCtx } from '../../ctx.ts';
import { CEILING_CENTS } from '../../customers/tiers/tier-limits.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { lockProposal } from '../../oversight/four-eyes/proposal/lock-proposal.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import type { Cursor } from '../deposits/credit/cursor.ts';
import { creditDeposit, type Outcome } from '../deposits/credit-deposit.ts';
import { type HeldDeposit, lockHeld } from './lock-held.ts';
import { readHeld } from './read-held.ts';
import { releaseKind } from './release-kind.ts';

/**
 * A person lets a held payment through: it is credited although it goes over its owner's limits. One from a listed sender,
 * or above what one person may release in a day, takes two people: the first proposes, another one releases.
 */
export async function releasePayment(
  ctx: VaultCtx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    // The cursor before the deposit, as the watcher locks them.
    const cursor = await lockCursor(sql, params.id);
    const held = await lockHeld(sql, actor, params.id);
    await lockTotals(sql, actor, held);
    const proposed = await lockProposal(ctx, sql, releaseKind, held.id);
    if (!proposed && (await readHeld(within(ctx, sql), actor, held.id)).takes_two)
      await proposeRelease(ctx, sql, actor, held, body.reason);
    else {
      if (proposed) {
        const decision = { decision: 'approved', reason: body.reason } as const;
        await decide(ctx, sql, actor, { kind: releaseKind, subject: held.id, ...decision });
      }
      const release = { actor_id: actor.user.id, address: actor.client.address, reason: body.reason };
      const outcome = await creditDeposit(within(ctx, sql), cursor, held.id, release);
      if (outcome !== 'credited' && outcome !== 'part credited') throw new AppError('conflict', REFUSALS[outcome]);
    }
    return { data: await readHeld(within(ctx, sql), actor, held.id) };
  });
}

async function lockCursor(sql: Db, deposit_id: string): Promise<Cursor> {
  const [cursor] = await sql<Cursor[]>`
    select coin, identity, height, hash, reconciled_height from chain_cursors
    where coin = (select coin from deposits where id = ${deposit_id}) for update`;
  if (!cursor) throw new AppError('not_found', message('held.missing'));
  return cursor;
}

/** Serialises releases to one buyer or by one person, so that each counts those before it. */
async function lockTotals(sql: Db, actor: Actor, { user_id }: HeldDeposit): Promise<void> {
  for (const id of [user_id, actor.user.id].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`release ${id}`}, 0))`;
}

const REFUSALS: Record<Exclude<Outcome, 'credited' | 'part credited'>, Text> = {
  held: message('held.ceiling', { limit: { cents: CEILING_CENTS } }),
  'no rate': message('held.no_rate'),
  'not due': message('held.not_due'),
};

async function proposeRelease(ctx: Ctx, sql: Db, actor: Actor, held: HeldDeposit, reason: string): Promise<void> {
  const { id, coin, held_units, payment_id } = held;
  const facts = { coin, amount_units: held_units, payment_id };
  await propose(ctx, sql, actor, { kind: releaseKind, subject: id, facts, reason });
  await appendAudit(sql, {
    ...by(actor),
    action: 'payment.release_proposed',
    subject: payment_id,
    details: { deposit_id: id, reason },
  });
}
