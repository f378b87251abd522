import { SHOWN_AGAIN_DAYS } from '#contracts/shop/gift-designs.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Db, Fragment } from '#platform/db/client.ts';

/**
 * Forgets gifts `g` of a condition, whose account is erased. Whoever opened one can come back to its code until they have saved it;
 * who gave it and what they wrote is forgotten at once.
 */
export async function forgetGifts(sql: Db, which: Fragment, now: Date): Promise<void> {
  const shown_since = new Date(now.getTime() - SHOWN_AGAIN_DAYS * DAY_MS);
  await sql`
    delete from gifts g where ${which}
      and (g.opened_at is null or g.opened_at <= ${shown_since} or g.saved_at is not null)`;
  await sql`update gifts g set giver = '', message = '' where ${which} and (g.giver <> '' or g.message <> '')`;
}
