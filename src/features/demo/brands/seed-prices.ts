import type { Ctx } from '../../ctx.ts';

const DAYS = 29;

/** Prices of the weeks before a demo shop's first start, so that its curves aren't empty: today's, some per cent up and down. */
export async function seedPrices({ sql, clock }: Ctx): Promise<void> {
  await sql`
    insert into price_days (programme_id, face_cents, day, price_cents)
    select programme_id, face_cents, ${clock.now()}::date - ago,
      round(price_cents * (1 + 0.02 * sin(ago / 4.0 + hashtext(programme_id::text) % 7) + 0.0008 * ago))
    from (select programme_id, face_cents, min(price_cents) as price_cents from card_lots group by 1, 2) offer,
      generate_series(1, ${DAYS}::integer) as ago
    where not exists (select from price_days)`;
}
