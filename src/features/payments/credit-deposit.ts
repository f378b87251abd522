import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import { activateIfReady } from '../auth/activate-if-ready.ts';
import type { Ctx } from '../ctx.ts';
import { freshRate, type Rate } from '../rates/fresh-rate.ts';
import { type CreditValue, creditValue } from './credit-value.ts';
import { reasonToHold } from './reason-to-hold.ts';
import { type Cursor, holdCursor } from './watcher/cursor.ts';

interface DueDeposit {
  id: string;
  coin: Coin;
  txid: string;
  n: number;
  user_id: string;
  payment_id: string;
  amount_units: string;
  first_seen_at: string;
  generation: number;
  hold_reason: string | null;
  quote_units: string;
  quote_usd_e8: string;
  quoted_at: string;
  expires_at: string;
  already_locked: string;
  sanctioned: boolean;
}

/** Who let a held deposit through, and from where. */
export interface Release {
  actor_id: string;
  address: string;
}

export type Outcome = 'credited' | 'held' | 'no rate' | 'not due';

/**
 * Books a deposit that is deep enough, exactly once: state, ledger, audit and activation in one transaction, and only
 * while the chain is read up to `cursor`. One with a reason against it is held unless `release` lets it through.
 */
export async function creditDeposit(ctx: Ctx, cursor: Cursor, id: string, release?: Release): Promise<Outcome> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    await holdCursor(sql, cursor);
    const deposit = await findDue(sql, cursor, id);
    if (!deposit) return 'not due';
    const rate = await freshRate(sql, deposit.coin, now);
    const value = worthOf(deposit, rate, now);
    if (!value) return 'no rate';
    const against = release ? null : await reasonToHold(sql, { ...deposit, cents: value.cents }, cursor.height, now);
    if (against) {
      await hold(sql, deposit, against, value.cents);
      return 'held';
    }
    await book(sql, deposit, value);
    const usedRate = value.locked < BigInt(deposit.amount_units) ? rate!.id : null;
    await sql`
      update deposits set state = 'credited', hold_reason = null, generation = generation + 1, credited_cents = ${value.cents},
        locked_units = ${value.locked.toString()}, rate_id = ${usedRate}, credited_at = ${now}
      where id = ${id}`;
    await appendAudit(sql, {
      actor_id: release?.actor_id ?? null,
      address: release?.address ?? '',
      action: release ? 'payment.released' : 'payment.credited',
      subject: deposit.payment_id,
      details: {
        deposit_id: id,
        coin: deposit.coin,
        txid: deposit.txid,
        n: deposit.n,
        amount_units: deposit.amount_units,
        cents: value.cents,
      },
    });
    await activateIfReady(ctx, sql, deposit.user_id);
    return 'credited';
  });
}

async function findDue(sql: Db, cursor: Cursor, id: string): Promise<DueDeposit | undefined> {
  const [deposit] = await sql<DueDeposit[]>`
    select d.id, d.coin, d.txid, d.n, d.user_id, d.payment_id, d.amount_units, d.first_seen_at, d.generation, d.hold_reason,
      p.amount_units as quote_units, r.usd_e8 as quote_usd_e8, p.created_at as quoted_at, p.expires_at,
      (select coalesce(sum(o.locked_units), 0)::text from deposits o
        where o.payment_id = p.id and o.id <> d.id and o.state = 'credited') as already_locked,
      exists (select from sanctioned_keys k where k.key = any(d.senders)) as sanctioned
    from deposits d join payments p on p.id = d.payment_id join rate_samples r on r.id = p.rate_id
    where d.id = ${id} and d.coin = ${cursor.coin} and d.state <> 'credited'
      and ${cursor.height} - d.height + 1 >= d.required_depth
    for update of d`;
  return deposit;
}

function worthOf(deposit: DueDeposit, rate: Rate | null, now: Date): CreditValue | null {
  return creditValue({
    coin: deposit.coin,
    amount: BigInt(deposit.amount_units),
    first_seen_at: new Date(deposit.first_seen_at),
    now,
    quote: {
      amount: BigInt(deposit.quote_units),
      usd_e8: BigInt(deposit.quote_usd_e8),
      created_at: new Date(deposit.quoted_at),
      expires_at: new Date(deposit.expires_at),
    },
    already_locked: BigInt(deposit.already_locked),
    current_usd_e8: rate?.usd_e8 ?? null,
  });
}

async function hold(sql: Db, deposit: DueDeposit, reason: string, cents: number): Promise<void> {
  if (deposit.hold_reason === reason) return;
  await sql`update deposits set state = 'held', hold_reason = ${reason} where id = ${deposit.id}`;
  await appendAudit(sql, {
    actor_id: null,
    action: 'payment.held',
    subject: deposit.payment_id,
    details: { deposit_id: deposit.id, reason, cents },
  });
}

/** From the house's coins to the buyer: what a reversal left owed is settled first. */
async function book(sql: Db, deposit: DueDeposit, { cents }: CreditValue): Promise<void> {
  const { user_id, generation, id } = deposit;
  const key = `deposit:${deposit.coin}:${deposit.txid}:${deposit.n}:credit:${generation + 1}`;
  const house = { kind: `crypto_${deposit.coin.toLowerCase()}`, owner_id: null };
  const debt = { kind: 'debt', owner_id: user_id };
  const repaid = Math.min(cents, Math.max(0, -(await balanceOf(sql, debt))));
  const toBuyer = cents - repaid;
  if (repaid > 0) {
    await transfer(sql, {
      debit: house,
      credit: debt,
      amount_cents: repaid,
      kind: 'debt_repayment',
      reference: id,
      unique_key: `${key}:debt`,
    });
  }
  if (toBuyer > 0) {
    const available = { kind: 'available', owner_id: user_id, limited: true };
    await transfer(sql, {
      debit: house,
      credit: available,
      amount_cents: toBuyer,
      kind: 'top_up',
      reference: id,
      unique_key: key,
    });
  }
}
