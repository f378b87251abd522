import type { holdReasons } from '#contracts/coins/deposits.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../ctx.ts';
import { settleDebt } from '../../customers/spending/settle-debt.ts';
import { activateIfReady } from '../../identity/auth/activation/activate-if-ready.ts';
import { freshRate, type Rate } from '../rates/samples/fresh-rate.ts';
import { changeSealed } from './change-sealed.ts';
import { bookCredit } from './credit/book-credit.ts';
import {
  type CreditTerms,
  type CreditValue,
  centsOf,
  creditPart,
  creditValue,
  unitsOf,
} from './credit/credit-value.ts';
import { type Cursor, holdCursor } from './credit/cursor.ts';
import { type DueDeposit, findDueDeposit } from './credit/due-deposit.ts';
import { exceedsUnknown } from './credit/exceeds-unknown.ts';
import { lastDecisions, recordDecision } from './credit/record-decision.ts';
import { topUpRoom } from './credit/top-up-limits.ts';
import { waitsForMore } from './credit/waits-for-more.ts';
import { notifyCredited } from './notify-owner/notify-credited.ts';
import { notifyHeld } from './notify-owner/notify-held.ts';
import { screenDeposits } from './screening/screen-deposits.ts';

/** Who releases a held deposit, why, and from where. */
export interface Release {
  actor_id: string;
  address: string;
  reason: string;
}

export type HoldReason = (typeof holdReasons)[number];
export type Outcome = 'credited' | 'part credited' | 'held' | 'no rate' | 'not due';

/**
 * Credits a deposit that is deep enough, each unit exactly once and only while `cursor` is current. Holds the part over
 * the owner's limits unless released; a small one waits for more, one from a listed sender, or more than a little from unknown
 * ones, for an admin.
 */
export async function creditDeposit(ctx: Ctx, cursor: Cursor, id: string, release?: Release): Promise<Outcome> {
  return transaction(ctx.sql, async (sql) => {
    await holdCursor(sql, cursor);
    const deposit = await findDueDeposit(ctx, sql, cursor, id);
    if (!deposit) return 'not due';
    const now = ctx.clock.now();
    if (!deposit.confirmed_at) await changeSealed(ctx, sql, { table: 'deposits', id }, { confirmed_at: now });
    if (!release && (await waitsForPerson(ctx, sql, deposit))) return 'held';
    const rate = await freshRate(ctx, sql, deposit.coin, now);
    const terms = termsOf(deposit, rate, now);
    const whole = creditValue(terms);
    if (!whole) return 'no rate';
    if (!release && (await exceedsUnknown(ctx, sql, deposit, centsOf(whole))))
      return hold(sql, deposit, 'unknown', whole);
    const first = deposit.credited_units === '0';
    if (!release && first && (await waitsForMore(sql, deposit, centsOf(whole), cursor.height)))
      return hold(sql, deposit, 'minimum', whole);
    const { room_cents, ceiling_room_cents, bound_by } = await topUpRoom(sql, {
      user_id: deposit.user_id,
      now,
      lock: true,
    });
    const part = creditPart(terms, release ? ceiling_room_cents : room_cents);
    if (!part) return 'no rate';
    const all = unitsOf(part) === terms.amount;
    if (!all && centsOf(part) === 0) return hold(sql, deposit, bound_by, whole);
    await write(ctx, sql, { deposit, part, rate, release, left: all ? null : bound_by });
    await settleDebt(sql, now, deposit.user_id);
    await activateIfReady(ctx, sql, deposit.user_id);
    return all ? 'credited' : 'part credited';
  });
}

/** An admin's decision stays in force until the next one; otherwise the senders are screened again before crediting. */
async function waitsForPerson(ctx: Ctx, sql: Db, deposit: DueDeposit): Promise<boolean> {
  if (deposit.hold_reason === 'review' || deposit.hold_reason === 'kept') return true;
  if ((await lastDecisions(ctx, sql, [deposit.id])).get(deposit.id) === 'keep') {
    await hold(sql, deposit, 'kept', null);
    return true;
  }
  return (await screenDeposits(ctx, sql, [deposit.id])).has(deposit.id);
}

function termsOf(deposit: DueDeposit, rate: Rate | null, now: Date): CreditTerms {
  return {
    coin: deposit.coin,
    amount: BigInt(deposit.amount_units) - BigInt(deposit.credited_units),
    first_seen_at: new Date(deposit.first_seen_at),
    confirmed_at: deposit.confirmed_at ? new Date(deposit.confirmed_at) : now,
    quote: {
      amount: BigInt(deposit.quote_units),
      usd_e8: BigInt(deposit.quote_usd_e8),
      created_at: new Date(deposit.quoted_at),
      expires_at: new Date(deposit.expires_at),
    },
    already_locked: BigInt(deposit.already_locked),
    already_locked_cents: deposit.already_locked_cents,
    current_usd_e8: rate?.usd_e8 ?? null,
  };
}

async function hold(sql: Db, deposit: DueDeposit, reason: HoldReason, value: CreditValue | null): Promise<Outcome> {
  if (deposit.hold_reason === reason) return 'held';
  await sql`
    update deposits set hold_reason = ${reason}, state = case when state = 'pending' then 'held' else state end
    where id = ${deposit.id}`;
  await appendAudit(sql, {
    actor_id: null,
    action: 'payment.held',
    subject: deposit.payment_id,
    details: { deposit_id: deposit.id, reason, cents: value ? centsOf(value) : null },
  });
  await notifyHeld(sql, deposit);
  return 'held';
}

interface Booking {
  deposit: DueDeposit;
  part: CreditValue;
  rate: Rate | null;
  release: Release | undefined;
  /** Why the rest is held; null if there is no rest. */
  left: HoldReason | null;
}

async function write(ctx: Ctx, sql: Db, { deposit, part, rate, release, left }: Booking): Promise<void> {
  const { id } = deposit;
  const now = ctx.clock.now();
  const cents = centsOf(part);
  const rate_id = part.current > 0n ? rate!.id : null;
  await bookCredit(sql, deposit, cents);
  await sql`
    update deposits set state = 'credited', hold_reason = ${left}, generation = generation + 1, credited_at = ${now},
      credited_cents = credited_cents + ${cents}, credited_units = credited_units + ${unitsOf(part).toString()},
      locked_units = locked_units + ${part.locked.toString()}, locked_cents = locked_cents + ${part.locked_cents},
      rate_id = coalesce(${rate_id}, rate_id)
    where id = ${id}`;
  const [credit] = await sql<{ id: string; facts: string }[]>`
    insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units, current_cents,
      rate_id, at)
    values (${id}, ${deposit.generation + 1}, ${part.locked.toString()}, ${part.locked_cents},
      ${part.current.toString()}, ${part.current_cents}, ${rate_id}, ${now})
    returning id::text, sealed_facts(deposit_credits) as facts`;
  await sealRow(ctx.vault, sql, 'deposit_credits', credit!);
  if (release)
    await recordDecision(ctx, sql, {
      ...release,
      deposit_id: id,
      decision: 'release',
      held_for: deposit.hold_reason,
      at: now,
    });
  const facts = { deposit_id: id, coin: deposit.coin, txid: deposit.txid, n: deposit.n };
  await appendAudit(sql, {
    actor_id: release?.actor_id ?? null,
    address: release?.address ?? '',
    action: release ? 'payment.released' : 'payment.credited',
    subject: deposit.payment_id,
    details: {
      ...facts,
      amount_units: unitsOf(part).toString(),
      cents,
      ...(release && { reason: release.reason, hold_reason: deposit.hold_reason }),
    },
  });
  await notifyCredited(sql, deposit, cents);
  if (left === null || left === deposit.hold_reason) return;
  await appendAudit(sql, {
    actor_id: null,
    action: 'payment.held',
    subject: deposit.payment_id,
    details: { ...facts, reason: left },
  });
  await notifyHeld(sql, deposit);
}
