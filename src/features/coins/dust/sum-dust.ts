import { randomUUIDv7 } from 'node:crypto';
import { unitsFor } from '#contracts/coin-amounts.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { isConnectionError } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../ctx.ts';
import { reportForged } from '../../identity/sessions/seals/report-forged.ts';
import { markPaid } from '../deposits/addresses/mark-paid.ts';
import { changeAllSealed } from '../deposits/change-sealed.ts';
import { checkDeposits } from '../deposits/check-deposit.ts';
import { type Cursor, holdCursor, StaleCursor } from '../deposits/credit/cursor.ts';
import { MINIMUM_CENTS } from '../deposits/credit/top-up-limits.ts';
import { raiseRequiredDepth } from '../deposits/raise-required-depth.ts';
import { insertDeposits, type NewDeposit } from '../deposits/record-deposits.ts';
import { usualDepth } from '../deposits/required-depth.ts';
import { screenDeposits } from '../deposits/screening/screen-deposits.ts';
import { freshRate } from '../rates/samples/fresh-rate.ts';
import { spendingCost } from './economic-minimum.ts';

/** Rows that are summed up in one transaction, all of one user. */
const AT_ONCE = 5_000;

interface Due extends SealedRow {
  id: string;
  key: string;
  user_id: string;
  payment_id: string;
  amount_units: string;
  senders: string[];
  first_seen_at: string;
  height: number;
  hash: string;
  listed: boolean;
}

/**
 * Makes a deposit of the dust on each address of those whose dust in this coin has reached the minimum and is deep enough. It is
 * screened, limited and credited like any other. What comes from a listed sender, or from unknown ones, has a sum of its own.
 * Users take turns, and whoever's dust can't be summed up holds up nobody else. Returns how many sums there are; null if there is no
 * rate, by which to know what dust is worth.
 */
export async function sumDust(ctx: Ctx, cursor: Cursor): Promise<number | null> {
  const { coin } = cursor;
  if (spendingCost(ctx, coin) === null) return 0;
  const rate = await freshRate(ctx, ctx.sql, coin, ctx.clock.now());
  if (!rate) return null;
  const minimum_units = unitsFor(coin, MINIMUM_CENTS, rate.usd_e8);
  await transaction(ctx.sql, async (sql) => {
    await holdCursor(sql, cursor);
    await releaseDust(ctx, sql, coin);
  });
  let sums = 0;
  let turns: Turn[] = (await findUsers(ctx.sql, cursor, minimum_units)).map((user_id) => ({ user_id, after: '0' }));
  while (turns.length > 0) {
    const next: Turn[] = [];
    for (const turn of turns) {
      const made = await sumAlone(ctx, cursor, turn);
      sums += made.sums;
      if (made.last) next.push({ ...turn, after: made.last });
    }
    turns = next;
  }
  return sums;
}

interface Turn {
  user_id: string;
  /** The id of the last row that was read of this user. */
  after: string;
}

interface Made {
  sums: number;
  /** The id of the row to go on after; null after the last. */
  last: string | null;
}

/** What fails for one user must not fail for the others. */
async function sumAlone(ctx: Ctx, cursor: Cursor, turn: Turn): Promise<Made> {
  try {
    return await transaction(ctx.sql, async (sql) => {
      await holdCursor(sql, cursor);
      return sumOnce(ctx, sql, cursor, turn);
    });
  } catch (err) {
    if (err instanceof StaleCursor || isConnectionError(err)) throw err;
    ctx.log.error({ coin: cursor.coin, user_id: turn.user_id, err }, 'dust could not be summed up');
    return { sums: 0, last: null };
  }
}

/** Dust of sums that a reorganisation removed before or after they were credited waits again. */
async function releaseDust(ctx: Ctx, sql: Db, coin: Coin): Promise<void> {
  const rows = await sql<{ id: string }[]>`
    select s.id::text from deposits d join dust_deposits s on s.deposit_id = d.id
    where d.coin = ${coin} and d.state <> 'credited' and d.height is null and is_sum_of_dust(d.txid)`;
  const ids = rows.map(({ id }) => id);
  await changeAllSealed(ctx, sql, { table: 'dust_deposits', ids }, { deposit_id: null });
}

async function sumOnce(ctx: Ctx, sql: Db, cursor: Cursor, turn: Turn): Promise<Made> {
  const { coin } = cursor;
  const due = await findDue(sql, cursor, turn);
  const { true: own = [], false: forged = [] } = Object.groupBy(
    due,
    (row) => `${isGenuine(ctx.vault, 'dust_deposits', row)}`,
  );
  for (const { id } of forged) reportForged(ctx, 'dust_deposits', id);
  const sums = [...Map.groupBy(own, ({ key, listed, senders }) => `${key} ${listed} ${senders.length === 0}`).values()];
  const made = await insertDeposits(
    ctx,
    sql,
    coin,
    sums.map((parts) => sumOf(coin, parts)),
  );
  for (const [i, deposit_id] of made.entries()) {
    const ids = sums[i]!.map(({ id }) => id);
    await changeAllSealed(ctx, sql, { table: 'dust_deposits', ids }, { deposit_id });
  }
  if (made.length > 0) await raiseRequiredDepth(ctx, sql, turn.user_id);
  await screenDeposits(ctx, sql, made);
  // Whoever sends dust to a stranger is tied to nobody by it.
  await checkDeposits(
    ctx,
    sql,
    made.map((id) => ({ id, coin, user_id: turn.user_id, senders: [] })),
  );
  await markPaid(
    sql,
    coin,
    sums.map(([first]) => first!.key),
    ctx.clock.now(),
  );
  return { sums: made.length, last: due.length < AT_ONCE ? null : due.at(-1)!.id };
}

/** SQL for the dust of a coin that is in no sum and deep enough. */
const isDue = (sql: Db, { coin, height }: Cursor) => sql`
  coin = ${coin} and deposit_id is null and height <= ${height + 1} - greatest(min_depth, ${usualDepth(coin)})`;

/** Whose dust comes to the minimum, by when the oldest of it came. */
async function findUsers(sql: Db, cursor: Cursor, minimum_units: bigint): Promise<string[]> {
  const users = await sql<{ user_id: string }[]>`
    select user_id from dust_deposits where ${isDue(sql, cursor)}
    group by user_id having sum(amount_units) >= ${minimum_units.toString()} order by min(id)`;
  return users.map(({ user_id }) => user_id);
}

const findDue = (sql: Db, cursor: Cursor, { user_id, after }: Turn) => sql<Due[]>`
  select s.id::text, s.key, s.user_id, s.payment_id, s.amount_units, s.senders, s.first_seen_at, s.height, s.hash,
    exists (select from sanctioned_keys k where k.key = any(s.senders)) as listed, sealed_facts(s) as facts, s.mac
  from dust_deposits s where ${isDue(sql, cursor)} and user_id = ${user_id} and s.id > ${after}::bigint
  order by s.id limit ${AT_ONCE} for update`;

/** One deposit of many transactions, in the highest of their blocks: whatever removes one of the others removes that, too. */
function sumOf(coin: Coin, parts: readonly Due[]): NewDeposit {
  const last = parts.reduce((highest, part) => (part.height > highest.height ? part : highest));
  const [newest] = parts.toSorted((a, b) => (a.payment_id < b.payment_id ? 1 : -1));
  const seen = Math.max(...parts.map(({ first_seen_at }) => Date.parse(first_seen_at)));
  return {
    txid: `dust:${randomUUIDv7()}`,
    n: 0,
    key: last.key,
    user_id: last.user_id,
    payment_id: newest!.payment_id,
    amount_units: parts.reduce((sum, { amount_units }) => sum + BigInt(amount_units), 0n).toString(),
    output_ns: null,
    output_units: null,
    senders: [...new Set(parts.flatMap(({ senders }) => senders))],
    possible_senders: [],
    first_seen_at: new Date(seen),
    required_depth: usualDepth(coin),
    height: last.height,
    hash: last.hash,
  };
}
