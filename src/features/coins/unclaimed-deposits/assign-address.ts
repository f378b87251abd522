import { centsFor } from '#contracts/coin-amounts.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { SealedRow } from '#platform/vault/row-seal.ts';
import type { VaultCtx } from '../../ctx.ts';
import { checkSeals } from '../../identity/sessions/seals/check-seals.ts';
import { endAlert } from '../../oversight/alerts/end-alert.ts';
import { giveAddress } from '../deposits/addresses/give-address.ts';
import { openPayment } from '../deposits/payments/open-payment.ts';
import { recordDeposits } from '../deposits/record-deposits.ts';
import { macOfAddress } from '../watcher/keys/issued-address.ts';
import { markClaimed } from '../watcher/record/mark-claimed.ts';
import { unclaimedAlert } from '../watcher/record/unclaimed-alert.ts';
import type { Aside } from './lock-unclaimed-deposit.ts';
import { readUnclaimedDeposits } from './read-unclaimed-deposits.ts';

interface Found {
  id: string;
  txid: string;
  n: number;
  amount_units: string;
  senders: string[];
  possible_senders: string[];
  min_depth: number;
  height: number;
  hash: string;
  first_seen_at: string;
}

/** Gives a buyer the address, in the caller's transaction, and makes deposits of all that the shop saw come to it. Credits nothing. */
export async function assignAddress(
  ctx: VaultCtx,
  aside: Aside,
  user_id: string,
): Promise<{ payment_id: string; assigned: string[] }> {
  const { sql } = ctx;
  const { coin, key } = aside;
  const found = await sql<(Found & SealedRow)[]>`
    select id, txid, n, amount_units, senders, possible_senders, min_depth, height, hash, first_seen_at,
      sealed_facts(u) as facts, mac
    from unclaimed_deposits u
    where coin = ${coin} and key = ${key} and deposit_id is null and height is not null order by id for update`;
  // One that was written past the shop counts for nothing, and holds the others up no longer.
  const all = found.filter(({ id, facts, mac }) => checkSeals(ctx, { table: 'unclaimed_deposits', id, facts, mac }));
  // Whole seconds, as a block has them: the quote ends before anything was seen, so no rate is locked by it.
  const seen = Math.floor(Math.min(...all.map(({ first_seen_at }) => Date.parse(first_seen_at))) / 1000);
  const payment_id = await openExpired(ctx, aside, { user_id, at: new Date(seen * 1000), all });
  for (const one of all) {
    const { id, txid, n, senders, possible_senders, min_depth, height, hash } = one;
    const paid = { senders, possibleSenders: possible_senders, spends: [] };
    const transfer = { txid, n, key, amount: BigInt(one.amount_units), minDepth: min_depth, ...paid };
    await recordDeposits(ctx, sql, coin, [transfer], { height, hash, time: seen });
    await markClaimed(ctx, sql, id);
    await endAlert(sql, ctx.clock.now(), { kind: unclaimedAlert, subject: `${coin}:${txid}:${n}` });
  }
  return { payment_id, assigned: all.map(({ id }) => id) };
}

interface Opening {
  user_id: string;
  at: Date;
  all: Found[];
}

/** A payment that expired as it began: of the sum that came, without a promise of a rate. */
async function openExpired(ctx: VaultCtx, aside: Aside, { user_id, at, all }: Opening): Promise<string> {
  const { sql } = ctx;
  const { id, coin, account_id, index, key } = aside;
  const rate = await newestRate(sql, coin);
  const units = all.reduce((sum, { amount_units }) => sum + BigInt(amount_units), 0n);
  const [shown] = await readUnclaimedDeposits(ctx, { which: ctx.sql`s.id = ${id}`, limit: 1 });
  const address = shown?.address;
  if (!address) throw new AppError('conflict', message('unclaimed.foreign_address'));
  const own = { coin, user_id, account_id, index, key };
  const now = ctx.clock.now();
  const given = await giveAddress(sql, {
    ...own,
    address,
    created_at: now,
    paid_at: now,
    mac: macOfAddress(ctx.vault, own),
  });
  if (!given) throw new Error(`somebody else wrote an address at index ${index} of ${coin}`);
  return openPayment(ctx, sql, {
    user_id,
    coin,
    address_id: given.id,
    amount_cents: Math.max(1, centsFor(coin, units, rate.usd_e8)),
    amount_units: units.toString(),
    rate_id: rate.id,
    created_at: at,
    expires_at: at,
  });
}

async function newestRate(sql: Db, coin: Aside['coin']): Promise<{ id: number; usd_e8: bigint }> {
  const [rate] = await sql<{ id: number; usd_e8: string }[]>`
    select id, usd_e8 from rate_samples where coin = ${coin} order by id desc limit 1`;
  if (!rate) throw new AppError('conflict', message('held.no_rate'));
  return { id: rate.id, usd_e8: BigInt(rate.usd_e8) };
}
