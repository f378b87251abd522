import type { Coin } from '#contracts/coins.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import { RpcError } from '#platform/chain/rpc/json-rpc.ts';
import type { Key, Paid } from '#platform/chain/types.ts';
import { transaction } from '#platform/db/transaction.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { usualDepth } from '../../../coins/deposits/required-depth.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { openDestination } from '../destination/read-destination.ts';
import { noteBooked } from '../payout/note-booked.ts';
import { otherAmountAlert, unconfirmedAlert } from './alert-kinds.ts';

/** Read at a time. */
const LIMIT = 200;
const PATIENCE_MS = DAY_MS;

interface Unconfirmed {
  id: string;
  seller_id: string;
  destination_id: string;
  coin: Coin;
  reference: string;
  sent_units: string;
  paid_at: string;
  /** The day on which it was proposed (UTC): nothing from before pays it. */
  proposed_on: string;
}

/**
 * Asks the nodes for the transactions of all payouts in coins that no block has yet. What is deep enough and pays what was recorded
 * with it to where the seller is paid is noted with the day of its block, as the bank's is; anything else has an alert.
 */
export async function watchPayouts(ctx: VaultCtx): Promise<void> {
  /** Whose nodes don't answer: the watcher says what is wrong with them. */
  const silent = new Set<Coin>();
  for (let after: string | undefined = FIRST_ID; after; ) {
    const payouts = await readUnconfirmed(ctx, after);
    for (const payout of payouts) {
      if (silent.has(payout.coin)) continue;
      try {
        await confirm(ctx, payout);
      } catch (err) {
        if (err instanceof RpcError && err.reason !== 'rpc') silent.add(payout.coin);
        ctx.log.warn({ payout_id: payout.id, err }, 'a payout could not be looked up');
      }
    }
    after = payouts.length < LIMIT ? undefined : payouts.at(-1)!.id;
  }
  await endSettled(ctx);
}

const readUnconfirmed = ({ sql }: VaultCtx, after: string) => sql<Unconfirmed[]>`
  select p.id, p.seller_id, p.destination_id, d.kind as coin, p.reference, p.sent_units::text as sent_units, p.paid_at,
    (p.created_at at time zone 'UTC')::date as proposed_on
  from seller_payouts p join seller_destinations d on d.id = p.destination_id
  where p.id > ${after} and p.state = 'paid' and p.booked_on is null and p.sent_currency = d.kind
  order by p.id limit ${LIMIT}`;

async function confirm(ctx: VaultCtx, payout: Unconfirmed): Promise<void> {
  const chain = ctx.chains[payout.coin];
  const key = chain && addressKey(await openDestination(ctx, ctx.sql, payout.destination_id));
  if (!chain || !key) return;
  const units = await recordedUnits(ctx, payout, key);
  await judge(ctx, payout, { units, paid: await chain.adapter.paidBy(payout.reference, key) });
}

/** What all payouts that were recorded with this transaction sent to this address: one transaction doesn't pay twice. */
async function recordedUnits(ctx: VaultCtx, { coin, reference }: Unconfirmed, key: Key): Promise<bigint> {
  const rows = await ctx.sql<Pick<Unconfirmed, 'destination_id' | 'sent_units'>[]>`
    select destination_id, sent_units::text as sent_units from seller_payouts
    where state = 'paid' and sent_currency = ${coin} and reference = ${reference}`;
  let units = 0n;
  for (const { destination_id, sent_units } of rows) {
    const address = await openDestination(ctx, ctx.sql, destination_id);
    if (addressKey(address) === key) units += BigInt(sent_units);
  }
  return units;
}

async function judge(
  ctx: VaultCtx,
  { id, seller_id, coin, paid_at, proposed_on }: Unconfirmed,
  { units, paid }: { units: bigint; paid: Paid | null },
): Promise<void> {
  const { sql } = ctx;
  const now = ctx.clock.now();
  if (paid && paid.depth >= usualDepth(coin) && paid.time !== null) {
    const day = new Date(paid.time * 1000).toISOString().slice(0, 10);
    const counted = day < proposed_on ? 0n : paid.amount;
    if (counted !== units) {
      const details = { coin, seller_id, units: counted.toString() };
      return raiseAlert(sql, now, { kind: otherAmountAlert, subject: id, details });
    }
    return transaction(sql, (tx) => noteBooked(ctx, tx, id, day));
  }
  if (now.getTime() - Date.parse(paid_at) > PATIENCE_MS)
    await raiseAlert(sql, now, { kind: unconfirmedAlert, subject: id, details: { coin, seller_id } });
}

/** Ends what was said of payouts that a block has now, or that came back. */
async function endSettled({ sql, clock }: VaultCtx): Promise<void> {
  for (const kind of [otherAmountAlert, unconfirmedAlert]) {
    const open = await sql<{ subject: string }[]>`
      select a.subject from alerts a join seller_payouts p on p.id::text = a.subject
      where a.kind = ${kind.name} and a.resolved_at is null and (p.state <> 'paid' or p.booked_on is not null)`;
    for (const { subject } of open) await endAlert(sql, clock.now(), { kind, subject });
  }
}
