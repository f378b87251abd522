import { centsFor } from '#contracts/coin-amounts.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { changeAllSealed } from './change-sealed.ts';
import { requiredDepth } from './required-depth.ts';

interface Open {
  coin: Coin;
  units: string;
  usd_e8: string | null;
}

/** Adds up a user's uncredited deposits in all coins, so that splitting a sum doesn't make it cheaper to undo. */
export async function raiseRequiredDepth(ctx: Ctx, sql: Db, user_id: string): Promise<void> {
  const open = await readUncredited(sql, user_id);
  const cents = uncreditedCents(open);
  for (const { coin } of open) {
    const depth = requiredDepth(coin, cents);
    const less = await sql<{ id: string }[]>`
      select id from deposits
      where coin = ${coin} and user_id = ${user_id} and state <> 'credited' and required_depth < ${depth} order by id`;
    const ids = less.map(({ id }) => id);
    await changeAllSealed(ctx, sql, { table: 'deposits', ids }, { required_depth: depth });
  }
}

/** The value of a user's uncredited deposits at the newest rates, in cents. */
export const openCents = async (sql: Db, user_id: string): Promise<number> =>
  uncreditedCents(await readUncredited(sql, user_id));

const readUncredited = (sql: Db, user_id: string): Promise<Open[]> => sql<Open[]>`
  select d.coin, sum(d.amount_units)::text as units,
    (select usd_e8 from rate_samples r where r.coin = d.coin order by id desc limit 1) as usd_e8
  from deposits d where d.user_id = ${user_id} and d.state <> 'credited' and d.height is not null group by d.coin`;

const uncreditedCents = (open: Open[]) =>
  open.reduce((sum, { coin, units, usd_e8 }) => sum + (usd_e8 ? centsFor(coin, BigInt(units), BigInt(usd_e8)) : 0), 0);
