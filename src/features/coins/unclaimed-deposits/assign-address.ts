import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import type { VaultCtx } from '../../ctx.ts';
import { endAlert } from '../../oversight/alerts/end-alert.ts';
import { recordDeposit } from '../deposits/record-deposit.ts';
import { centsFor } from '../rates/amounts.ts';
import { macOfAddress } from '../watcher/keys/issued-address.ts';
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

/** Gives a buyer the address, in the caller's transaction, and makes deposits of all that lies on it. Credits nothing. */
export async function assignAddress(
  ctx: VaultCtx,
  aside: Aside,
  user_id: string,
): Promise<{ payment_id: string; assigned: string[] }> {
  const { sql } = ctx;
  const { coin, key } = aside;
  const all = await sql<Found[]>`
    select id, txid, n, amount_units, senders, possible_senders, min_depth, height, hash, first_seen_at from unclaimed_deposits
    where coin = ${coin} and key = ${key} and deposit_id is null and height is not null order by id for update`;
  // Whole seconds, as a block has them: the quote ends before anything was seen, so no rate is locked by it.
  const seen = Math.floor(Math.min(...all.map(({ first_seen_at }) => Date.parse(first_seen_at))) / 1000);
  const payment_id = await openPayment(ctx, aside, { user_id, at: new Date(seen * 1000), all });
  for (const found of all) {
    const { id, txid, n, senders, possible_senders, min_depth, height, hash } = found;
    const paid = { senders, possibleSenders: possible_senders, spends: [] };
    const transfer = { txid, n, key, amount: BigInt(found.amount_units), minDepth: min_depth, ...paid };
    await recordDeposit(ctx, sql, coin, transfer, { height, hash, time: seen });
    await sql`
      update unclaimed_deposits s set deposit_id = d.id from deposits d
      where s.id = ${id} and d.coin = ${coin} and d.txid = ${txid} and d.n = ${n}`;
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
async function openPayment(ctx: VaultCtx, aside: Aside, { user_id, at, all }: Opening): Promise<string> {
  const { sql } = ctx;
  const { id, coin, account_id, index, key } = aside;
  const rate = await newestRate(sql, coin);
  const units = all.reduce((sum, { amount_units }) => sum + BigInt(amount_units), 0n);
  const [shown] = await readUnclaimedDeposits(ctx, { wanted: ctx.sql`s.id = ${id}`, limit: 1 });
  const address = shown?.address;
  if (!address) throw new AppError('conflict', message('unclaimed.foreign_address'));
  const mac = macOfAddress(ctx.vault, { coin, user_id, account_id, index, key });
  const now = ctx.clock.now();
  const [payment] = await sql<{ id: string; facts: string }[]>`
    with given as (
      insert into deposit_addresses (coin, account_id, index, key, address, user_id, created_at, paid_at, mac)
      values (${coin}, ${account_id}, ${index}, ${key}, ${address}, ${user_id}, ${now}, ${now}, ${mac}) returning id
    )
    insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, created_at, expires_at)
    select ${user_id}, ${coin}, id, ${Math.max(1, centsFor(coin, units, rate.usd_e8))}, ${units.toString()}, ${rate.id}, ${at}, ${at}
    from given returning id, sealed_facts(payments) as facts`;
  await sealRow(ctx.vault, sql, 'payments', payment!);
  return payment!.id;
}

async function newestRate(sql: Db, coin: Aside['coin']): Promise<{ id: number; usd_e8: bigint }> {
  const [rate] = await sql<{ id: number; usd_e8: string }[]>`
    select id, usd_e8 from rate_samples where coin = ${coin} order by id desc limit 1`;
  if (!rate) throw new AppError('conflict', message('held.no_rate'));
  return { id: rate.id, usd_e8: BigInt(rate.usd_e8) };
}
