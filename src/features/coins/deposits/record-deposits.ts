import type { Coin, Tip, Transfer } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { type SealedRow, sealRows } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../ctx.ts';
import { checkSeals } from '../../identity/sessions/seals/check-seals.ts';
import { markPaid } from './addresses/mark-paid.ts';
import { changeSealed } from './change-sealed.ts';
import { checkDeposits } from './check-deposit.ts';
import { raiseRequiredDepth } from './raise-required-depth.ts';
import { requiredDepth } from './required-depth.ts';
import { screenDeposits } from './screening/screen-deposits.ts';
import { endConflicting } from './sightings/end-sightings.ts';

/** The block that contains a transfer, with its own timestamp in Unix seconds. */
export interface MinedAt extends Tip {
  time: number;
}

/** A deposit as its row begins, uncredited. */
export interface NewDeposit extends Tip {
  txid: string;
  n: number;
  key: string;
  user_id: string;
  payment_id: string;
  amount_units: string;
  /** Each output with its units, where several add up to it. */
  output_ns: number[] | null;
  output_units: string[] | null;
  senders: readonly string[];
  possible_senders: readonly string[];
  first_seen_at: Date;
  required_depth: number;
}

interface Owner {
  user_id: string;
  payment_id: string;
  hint_id: string | null;
  hinted_at: string | null;
}

interface Sighted extends SealedRow {
  hint_id: string | null;
  payment_id: string;
  first_seen_at: string;
}

interface Known {
  id: string;
  n: number;
  txid: string;
  senders: string[];
}

interface Owned {
  transfer: Transfer;
  owner: Owner;
  /** The deposits that it is already; none if it is new. */
  known: Known[];
}

/**
 * Records what the transactions of a block pay to our addresses, each with an address as one deposit, or finds them after a
 * reorganisation. Credits nothing.
 */
export async function recordDeposits(
  ctx: Ctx,
  sql: Db,
  coin: Coin,
  transfers: readonly Transfer[],
  at: MinedAt,
): Promise<void> {
  const { true: hidden = [], false: plain = [] } = Object.groupBy(transfers, ({ spends }) => `${spends.length === 0}`);
  if (plain.length > 0) await record(ctx, sql, coin, plain, at);
  // Where the chain hides the inputs, a sighting is taken over by amount: by each of them, one after the other.
  for (const transfer of hidden) await record(ctx, sql, coin, [transfer], at);
}

async function record(ctx: Ctx, sql: Db, coin: Coin, transfers: readonly Transfer[], at: MinedAt): Promise<void> {
  const now = ctx.clock.now();
  const owners = await findOwners(ctx, sql, coin, transfers, now);
  const known = await findKnown(sql, coin, transfers);
  const owned = transfers.map((transfer, i): Owned => {
    return { transfer, owner: owners[i]!, known: known[i]! };
  });
  for (const { transfer, known } of owned) {
    for (const deposit of known) await findAgain(ctx, sql, deposit, { senders: transfer.senders, at });
  }
  const begun = owned.filter((one) => one.known.length === 0);
  const made = await insertDeposits(
    ctx,
    sql,
    coin,
    begun.map((one) => depositOf(ctx, coin, one, at)),
  );
  const idOf = new Map(begun.map((one, i) => [one, made[i]!]));
  await takeOver(
    sql,
    owned.flatMap((one) =>
      one.owner.hint_id === null ? [] : { hint_id: one.owner.hint_id, id: idOf.get(one) ?? one.known[0]!.id },
    ),
  );
  await endConflicting(sql, now, coin, transfers);
  await markPaid(
    sql,
    coin,
    transfers.map(({ key }) => key),
    now,
  );
  for (const user_id of new Set(owners.map((owner) => owner.user_id))) await raiseRequiredDepth(ctx, sql, user_id);
  await screenDeposits(ctx, sql, [...made, ...known.flat().map(({ id }) => id)]);
  await checkDeposits(
    ctx,
    sql,
    begun.map((one) => {
      return { id: idOf.get(one)!, coin, user_id: one.owner.user_id, senders: one.transfer.senders };
    }),
  );
}

/** The deposits of each transfer; one for each of its outputs if they were recorded so, as before migration 0026. */
async function findKnown(sql: Db, coin: Coin, transfers: readonly Transfer[]): Promise<Known[][]> {
  const txids = [...new Set(transfers.map(({ txid }) => txid))];
  const rows = await sql<Known[]>`
    select id, txid, n, senders from deposits where coin = ${coin} and txid = any(${txids}) order by n`;
  const byTransaction = Map.groupBy(rows, ({ txid }) => txid);
  return transfers.map(({ txid, n, outputs = [{ n }] }) =>
    (byTransaction.get(txid) ?? []).filter((row) => outputs.some((output) => output.n === row.n)),
  );
}

async function findAgain(
  ctx: Ctx,
  sql: Db,
  { id, senders: before }: Known,
  { senders, at: { height, hash } }: { senders: string[]; at: MinedAt },
): Promise<void> {
  await placeAgain(ctx, sql, id, { height, hash, senders: before.length > 0 ? before : senders });
}

/** A deposit that a reorganisation had removed is in a block again. */
export async function placeAgain(
  ctx: Ctx,
  sql: Db,
  id: string,
  place: { height: number; hash: string; senders?: string[] },
): Promise<void> {
  await sql`update deposits set gone_at = null where id = ${id}`;
  await changeSealed(ctx, sql, { table: 'deposits', id }, place);
}

function depositOf(ctx: Ctx, coin: Coin, { transfer, owner }: Owned, { height, hash, time }: MinedAt): NewDeposit {
  const { txid, n, key, amount, outputs, senders, possibleSenders = [], minDepth } = transfer;
  // A miner's clock may be off: its time counts only if it favours the customer.
  const hinted = owner.hinted_at ? Date.parse(owner.hinted_at) : Infinity;
  return {
    txid,
    n,
    key,
    user_id: owner.user_id,
    payment_id: owner.payment_id,
    amount_units: amount.toString(),
    output_ns: outputs?.map((output) => output.n) ?? null,
    output_units: outputs?.map((output) => output.amount.toString()) ?? null,
    senders,
    possible_senders: possibleSenders,
    first_seen_at: new Date(Math.min(ctx.clock.now().getTime(), time * 1000, hinted)),
    required_depth: Math.max(1, minDepth, requiredDepth(coin, 0)),
    height,
    hash,
  };
}

/** Writes deposits with their MACs, in two statements; returns their ids, in the same order. */
export async function insertDeposits(
  ctx: Ctx,
  sql: Db,
  coin: Coin,
  deposits: readonly NewDeposit[],
): Promise<string[]> {
  if (deposits.length === 0) return [];
  const rows = await sql<{ id: string; txid: string; n: number; facts: string }[]>`
    insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, output_ns, output_units, senders,
      possible_senders, first_seen_at, required_depth, height, hash)
    select ${coin}, txid, n, key, user_id, payment_id, amount_units, output_ns, output_units, senders,
      possible_senders, first_seen_at, required_depth, height, hash
    from jsonb_populate_recordset(null::deposits, ${sql.json(deposits as never)})
    returning id, txid, n, sealed_facts(deposits) as facts`;
  await sealRows(ctx.vault, sql, 'deposits', rows);
  const ids = new Map(rows.map(({ id, txid, n }) => [`${txid}:${n}`, id]));
  return deposits.map(({ txid, n }) => ids.get(`${txid}:${n}`)!);
}

/** Sightings that deposits have taken over. */
async function takeOver(sql: Db, taken: readonly { hint_id: string; id: string }[]): Promise<void> {
  if (taken.length === 0) return;
  await sql`
    update seen_hints h set deposit_id = taken.id
    from unnest(${taken.map(({ hint_id }) => hint_id)}::bigint[],
      ${taken.map(({ id }) => id)}::uuid[]) as taken (hint_id, id)
    where h.id = taken.hint_id`;
}

/**
 * The owners of the money and the quotes it pays: the one of its sighting, if the shop wrote that, else the newest. A live sighting is taken
 * over by its own transaction, or by amount where the chain hides the inputs and changes the id (a peg-out).
 */
async function findOwners(ctx: Ctx, sql: Db, coin: Coin, transfers: readonly Transfer[], now: Date): Promise<Owner[]> {
  const hidden = transfers.every(({ spends }) => spends.length === 0);
  const found = await sql<(Sighted & { place: number; user_id: string; newest_id: string | null })[]>`
    select paid.place, a.user_id, p.id as newest_id, h.id as hint_id, h.payment_id, h.first_seen_at, h.facts, h.mac
    from unnest(
      ${transfers.map(({ key }) => key)}::text[], ${transfers.map(({ txid }) => txid)}::text[],
      ${transfers.map(({ amount }) => amount.toString())}::numeric[]
    ) with ordinality as paid (key, txid, amount, place)
    join deposit_addresses a on a.coin = ${coin} and a.key = paid.key
    left join lateral (
      select id::text, payment_id, first_seen_at, sealed_facts(s) as facts, mac from seen_hints s
      where coin = a.coin and key = a.key and amount_units = paid.amount and deposit_id is null and gone_at is null
        and payment_id in (select id from payments where address_id = a.id)
        and (txid = paid.txid or (spends = '{}' and ${hidden}))
      order by txid = paid.txid desc, id limit 1
    ) h on true
    left join lateral (
      select id from payments where address_id = a.id
        order by created_at <= ${now} desc, created_at desc, id desc limit 1
    ) p on true`;
  const byPlace = new Map(found.map((row) => [row.place, row]));
  return transfers.map(({ key }, i) => {
    const row = byPlace.get(i + 1);
    if (!row?.newest_id) throw new Error(`${coin} address ${key} has no payment`);
    const { place: _, user_id, newest_id, hint_id, payment_id, first_seen_at, ...seal } = row;
    return hint_id !== null && checkSeals(ctx, { ...seal, table: 'seen_hints', id: hint_id })
      ? { user_id, payment_id, hint_id, hinted_at: first_seen_at }
      : { user_id, payment_id: newest_id, hint_id: null, hinted_at: null };
  });
}
