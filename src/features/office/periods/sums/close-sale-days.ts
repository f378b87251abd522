import { DAY_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { closeDays } from './close-days.ts';

/** Sums up what was sold on each day that is over. What comes back later is counted apart: prices and commissions stay as they were. */
export const closeSaleDays = ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>): Promise<void> =>
  closeDays(
    clock,
    () => findDue(sql),
    (day) => closeDay(sql, day),
  );

/** Since when sales are in no sum of a day yet. */
export async function salesOpenSince(sql: Db): Promise<string> {
  const [row] = await sql<{ day: string }[]>`select coalesce(max(day) + 1, '1970-01-01') as day from sale_days`;
  return row!.day;
}

/** By the database's clock, which dates the sales. After an hour, none that began that day can still commit. */
async function findDue(sql: Db): Promise<string | undefined> {
  const since = new Date(await salesOpenSince(sql));
  const [due] = await sql<{ day: string }[]>`
    with next as (
      select (least(
        (select created_at from order_lines where created_at >= ${since} order by created_at limit 1),
        (select sold_at from seller_lines where sold_at >= ${since} order by sold_at limit 1)
      ) at time zone 'UTC')::date as day)
    select day from next where (day + 1)::timestamp at time zone 'UTC' < now() - interval '1 hour'`;
  return due?.day;
}

async function closeDay(sql: Db, day: string): Promise<void> {
  const from = new Date(day);
  const end = new Date(from.getTime() + DAY_MS);
  await sql`
    insert into sale_days (day, lines, price_cents, shared_cents, commission_cents)
    select ${day}::date, l.lines, l.cents, s.cents, s.commission_cents
    from (select count(*) as lines, coalesce(sum(price_cents), 0) as cents from order_lines
        where created_at >= ${from} and created_at < ${end}) l,
      (select coalesce(sum(price_cents), 0) as cents, coalesce(sum(commission_cents), 0) as commission_cents
        from seller_lines
        where sold_at >= ${from} and sold_at < ${end}) s
    on conflict do nothing`;
}
