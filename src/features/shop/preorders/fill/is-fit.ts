import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import { inDate, isOffered } from '../../../supply/programmes/catalogue/on-sale.ts';

/** SQL for whether a pre-order `p` can buy a card `c` that is allotted to it. */
export const isFit = (sql: Db, clock: Clock) => sql`(
  c.state = 'paused' and c.unusable_at is null and not c.canary and c.price_cents <= p.highest_price_cents
  and ${inDate(sql, clock, 'c')} and ${isOffered(sql, 'c')})`;
