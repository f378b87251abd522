import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/client.ts';
import { onSale } from '../../../supply/programmes/catalogue/on-sale.ts';
import { cheapestCards } from './cheapest-cards.ts';
import { equalTo, type ValueLine } from './value-lines.ts';

/** More than can be locked by other purchases at once. */
const NEAREST = 100;

/**
 * Locks the card that a line stands for, or else an equal one, and returns its id. Cards that others are buying are
 * skipped, since waiting for them while others are locked would break the order by id.
 */
export async function lockEqual(
  sql: Tx,
  clock: Clock,
  { user_id, line, except }: { user_id: string; line: ValueLine; except: readonly string[] },
): Promise<string | undefined> {
  const [locked] = await sql<{ id: string }[]>`
    with nearest as materialized (
      select ${line.card_id}::uuid as id, 0::bigint as price_cents
      union all (${cheapestCards(sql, clock, { ...equalTo(user_id, line), limit: NEAREST })})
    )
    select c.id from nearest join cards c on c.id = nearest.id
    where ${onSale(sql, clock)} and c.price_cents <= ${line.max_price_cents} and c.id <> all(${[...except]})
    order by nearest.price_cents, c.id limit 1 for no key update of c skip locked`;
  return locked?.id;
}
