import type { Query, Tx } from '#platform/db/client.ts';

/** One statement for 100,000 cards would run into the time limit of a request's statements. */
const CHUNK = 5000;

/** Changes the state of all cards that fit `which`, given as SQL; those moved must no longer fit. Returns their number. */
export async function moveCards(sql: Tx, which: Query, state: Query): Promise<number> {
  for (let moved = 0; ; ) {
    const { count } = await sql`
      update cards set state = ${state} where id in (select id from cards where ${which} limit ${CHUNK})`;
    moved += count;
    if (count < CHUNK) return moved;
  }
}
