import type { Coin, Transfer } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { type SealedRow, sealRows } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../ctx.ts';
import { checkSeals, type Seal } from '../../identity/sessions/seals/check-seals.ts';
import { changeAllSealed } from '../deposits/change-sealed.ts';
import { type MinedAt, placeAgain } from '../deposits/record-deposits.ts';
import { endConflicting } from '../deposits/sightings/end-sightings.ts';

interface Owner {
  key: string;
  user_id: string;
  payment_id: string;
}

/** Records the dust of a block, or finds it after a reorganisation. Credits nothing. */
export async function recordDust(
  ctx: Ctx,
  sql: Db,
  coin: Coin,
  transfers: readonly Transfer[],
  at: MinedAt,
): Promise<void> {
  if (transfers.length === 0) return;
  const now = ctx.clock.now();
  const known = await findKnown(sql, coin, transfers);
  const nameOf = ({ txid, n }: { txid: string; n: number }) => `${txid}:${n}`;
  const names = new Set(known.map(nameOf));
  const { height, hash } = at;
  const ids = known.map(({ id }) => id);
  await changeAllSealed(ctx, sql, { table: 'dust_deposits', ids }, { height, hash });
  await insertDust(
    ctx,
    sql,
    coin,
    transfers.filter((transfer) => !names.has(nameOf(transfer))),
    at,
  );
  await endConflicting(sql, now, coin, transfers);
  if (known.length > 0) await placeSums(ctx, sql, coin);
}

const findKnown = (sql: Db, coin: Coin, transfers: readonly Transfer[]) => sql<
  { id: string; txid: string; n: number }[]
>`
  select d.id::text, d.txid, d.n from dust_deposits d
  join unnest(${transfers.map(({ txid }) => txid)}::text[], ${transfers.map(({ n }) => n)}::int[]) as paid (txid, n)
    using (txid, n)
  where d.coin = ${coin}`;

async function insertDust(
  ctx: Ctx,
  sql: Db,
  coin: Coin,
  transfers: readonly Transfer[],
  { height, hash, time }: MinedAt,
): Promise<void> {
  if (transfers.length === 0) return;
  const now = ctx.clock.now();
  const owners = await findOwners(
    sql,
    coin,
    transfers.map(({ key }) => key),
    now,
  );
  const rows = transfers.map(({ txid, n, key, amount, outputs, senders, minDepth }) => {
    const owner = owners.get(key);
    if (!owner) throw new Error(`${coin} address ${key} has no payment`);
    return {
      ...owner,
      txid,
      n,
      amount_units: amount.toString(),
      output_ns: outputs?.map((output) => output.n) ?? null,
      output_units: outputs?.map((output) => output.amount.toString()) ?? null,
      senders,
      min_depth: minDepth,
    };
  });
  // A miner's clock may be off: its time counts only if it favours the customer.
  const seen = new Date(Math.min(now.getTime(), time * 1000));
  const written = await sql<{ id: string; facts: string }[]>`
    insert into dust_deposits (coin, txid, n, key, user_id, payment_id, amount_units, output_ns, output_units, senders,
      min_depth, first_seen_at, height, hash)
    select ${coin}, txid, n, key, user_id, payment_id, amount_units, output_ns, output_units, senders, min_depth,
      ${seen},
      ${height}, ${hash}
    from jsonb_populate_recordset(null::dust_deposits, ${sql.json(rows)})
    returning id::text, sealed_facts(dust_deposits) as facts`;
  await sealRows(ctx.vault, sql, 'dust_deposits', written);
}

/** Whose each address is, and its newest quote. */
async function findOwners(sql: Db, coin: Coin, keys: readonly string[], now: Date): Promise<Map<string, Owner>> {
  const owners = await sql<Owner[]>`
    select a.key, a.user_id, p.id as payment_id from deposit_addresses a cross join lateral (
      select id from payments where address_id = a.id
        order by created_at <= ${now} desc, created_at desc, id desc limit 1) p
    where a.coin = ${coin} and a.key = any(${[...new Set(keys)]})`;
  return new Map(owners.map((owner) => [owner.key, owner]));
}

interface Part extends SealedRow {
  id: string;
  deposit_id: string;
  height: number;
  hash: string;
}

/**
 * Credited sums that a reorganisation removed stand again once all of their dust does: in the highest of its blocks. Dust that was
 * written past the shop lets none stand.
 */
async function placeSums(ctx: Ctx, sql: Db, coin: Coin): Promise<void> {
  const parts = await sql<Part[]>`
    with whole as (
      select d.id from deposits d join dust_deposits s on s.deposit_id = d.id
      where d.coin = ${coin} and d.gone_at is not null and d.height is null and is_sum_of_dust(d.txid)
      group by d.id having bool_and(s.height is not null))
    select s.id::text, s.deposit_id, s.height, s.hash, sealed_facts(s) as facts, s.mac
    from whole join dust_deposits s on s.deposit_id = whole.id order by s.height desc, s.id`;
  for (const [id, [highest, ...lower]] of Map.groupBy(parts, ({ deposit_id }) => deposit_id)) {
    const seals = [highest!, ...lower].map((part): Seal => ({ ...part, table: 'dust_deposits' }));
    if (checkSeals(ctx, ...seals)) await placeAgain(ctx, sql, id, { height: highest!.height, hash: highest!.hash });
  }
}
