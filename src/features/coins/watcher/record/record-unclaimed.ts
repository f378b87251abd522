import type { Coin, Key, Transfer } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx, VaultCtx } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { changeSealed } from '../../deposits/change-sealed.ts';
import type { MinedAt } from '../../deposits/record-deposits.ts';
import { type IssuedAddress, issuedAddress, vouchedAddress } from '../keys/issued-address.ts';
import { unclaimedAlert } from './unclaimed-alert.ts';

/** How many indexes to skip when one that was never given out turns out to be used: others may be used as well. */
export const PASSED_OVER = 1000;

/**
 * Records money sent to an address of ours that was never given out as an unclaimed deposit, for an admin to assign.
 * Its index is never given out again.
 */
export async function recordUnclaimed(ctx: Ctx, sql: Db, coin: Coin, transfer: Transfer, at: MinedAt): Promise<void> {
  const now = ctx.clock.now();
  const { txid, n, key, amount, senders, possibleSenders = [], minDepth } = transfer;
  const [derived] = await sql<{ account_id: number; index: number }[]>`
    select account_id, index from derived_keys where coin = ${coin} and key = ${key}`;
  if (!derived) throw new Error(`${coin} key ${key} is not one of ours`);
  const { account_id, index } = derived;
  const [known] = await sql<{ id: string; senders: string[]; min_depth: number }[]>`
    select id, senders, min_depth from unclaimed_deposits where coin = ${coin} and txid = ${txid} and n = ${n}`;
  if (known) {
    await changeSealed(
      ctx,
      sql,
      { table: 'unclaimed_deposits', id: known.id },
      {
        height: at.height,
        hash: at.hash,
        min_depth: Math.max(known.min_depth, minDepth),
        senders: known.senders.length > 0 ? known.senders : senders,
      },
    );
    return;
  }
  const [deposit] = await sql<{ id: string; facts: string }[]>`
    insert into unclaimed_deposits (coin, account_id, index, key, txid, n, amount_units, senders, possible_senders,
      min_depth, first_seen_at, height, hash)
    values (${coin}, ${account_id}, ${index}, ${key}, ${txid}, ${n}, ${amount.toString()}, ${senders},
      ${possibleSenders}, ${minDepth}, ${now}, ${at.height}, ${at.hash})
    returning id, sealed_facts(unclaimed_deposits) as facts`;
  await sealRow(ctx.vault, sql, 'unclaimed_deposits', deposit!);
  await sql`
    update xpub_accounts set next_index = greatest(next_index, ${index + PASSED_OVER}) where id = ${account_id}`;
  const details = { unclaimed_deposit_id: deposit!.id, coin, index, txid, amount_units: amount.toString() };
  await raiseAlert(sql, now, { kind: unclaimedAlert, subject: `${coin}:${txid}:${n}`, details });
}

/** Which of these addresses the shop gave to somebody; waits for any pending allocation of the others first. */
export async function findGivenOut(
  ctx: VaultCtx,
  sql: Db,
  coin: Coin,
  keys: readonly Key[],
): Promise<ReadonlySet<Key>> {
  const given = await givenAmong(ctx, sql, coin, keys);
  const others = keys.filter((key) => !given.has(key));
  if (others.length === 0) return given;
  await sql`
    select from xpub_accounts where id in (select account_id from derived_keys
      where coin = ${coin} and key = any(${others})) order by id for update`;
  return given.union(await givenAmong(ctx, sql, coin, others));
}

async function givenAmong(ctx: VaultCtx, sql: Db, coin: Coin, keys: readonly Key[]): Promise<Set<Key>> {
  const rows = await sql<{ key: Key; user_id: string; issued: IssuedAddress }[]>`
    select a.key, a.user_id, ${issuedAddress(sql)} as issued from deposit_addresses a
    where a.coin = ${coin} and a.key = any(${keys as Key[]})`;
  const isOwn = ({ user_id, issued }: (typeof rows)[number]) =>
    vouchedAddress(ctx, { coin, user_id, ...issued }) !== null;
  return new Set(rows.filter(isOwn).map(({ key }) => key));
}
