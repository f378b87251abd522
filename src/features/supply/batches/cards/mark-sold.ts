import type { Query, Tx } from '#platform/db/client.ts';

/** SQL that takes the cards `c` of a condition out of stock, in the order of their ids, and returns `facts` of them. */
export const markSold = <Facts extends object>(sql: Tx, which: Query, facts: Query) => sql<Facts[]>`
  with locked as (select c.id from cards c where ${which} order by c.id for no key update of c)
  update cards c set state = 'sold' from locked where c.id = locked.id
  returning ${facts}`;
