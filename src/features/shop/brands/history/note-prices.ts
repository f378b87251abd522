import { DAY_MS, MINUTE_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';

export const SHOWN_DAYS = 30;
/** Orders that commit late were placed before others that are known already. */
const LATE_MS = 10 * MINUTE_MS;

/** Notes the cheapest price of each value today, and when each programme was last sold and supplied; drops old days. */
export async function notePrices(ctx: Ctx): Promise<void> {
  const { sql, clock } = ctx;
  const now = clock.now();
  const today = now.toISOString().slice(0, 10);
  const oldest = new Date(now.getTime() - SHOWN_DAYS * DAY_MS);
  const offers = [...(await ctx.catalogue.stock()).values()].flatMap(({ programme_id, values }) =>
    values.map(({ face_cents, price_cents }) => ({ programme_id, face_cents, price_cents })),
  );
  await sql`
    insert into price_days as kept (programme_id, face_cents, day, price_cents)
    select offer.programme_id, offer.face_cents, ${today}, offer.price_cents
    from unnest(${offers.map(({ programme_id }) => programme_id)}::uuid[],
      ${offers.map(({ face_cents }) => face_cents)}::bigint[],
      ${offers.map(({ price_cents }) => price_cents)}::bigint[]) as offer (programme_id, face_cents, price_cents)
    on conflict (programme_id, face_cents, day) do update set price_cents = excluded.price_cents
    where excluded.price_cents < kept.price_cents`;
  await sql`delete from price_days where day <= ${oldest.toISOString().slice(0, 10)}`;
  // Sales are read from the last one noted on.
  await sql`
    with sold as (
      select b.programme_id, max(l.created_at) as at from sold_cards l join batches b on b.id = l.batch_id
      where l.created_at > greatest(${oldest},
        (select max(last_sold_at) from programme_moments) - ${LATE_MS}::integer * interval '1 ms')
      group by 1
    ),
    added as (
      select b.programme_id, max(p.decided_at) as at from batches b
      join proposals p on p.subject = b.id and p.kind = 'batch.approval' and p.decision = 'approved'
      where b.state = 'approved' group by 1
    )
    insert into programme_moments as kept (programme_id, last_sold_at, added_at)
    select programme_id, sold.at, added.at from sold full join added using (programme_id) order by programme_id
    on conflict (programme_id) do update set last_sold_at = greatest(kept.last_sold_at, excluded.last_sold_at),
      added_at = excluded.added_at
    where (kept.last_sold_at, kept.added_at) is distinct from
      (greatest(kept.last_sold_at, excluded.last_sold_at), excluded.added_at)`;
}
