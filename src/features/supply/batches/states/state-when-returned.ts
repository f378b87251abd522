import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import { inDate } from '../../programmes/catalogue/on-sale.ts';

/** SQL for the state of a returned card `c` whose batch is `b`: on sale again only where the other cards of its batch are. */
export const stateWhenReturned = (sql: Db, clock: Clock) => sql`case
  when c.unusable_at is not null then 'void'
  when b.state = 'withdrawn' then 'withdrawn'
  when not ${inDate(sql, clock, 'c')} then 'expired'
  when b.state = 'approved' then 'available'
  else 'paused' end`;
