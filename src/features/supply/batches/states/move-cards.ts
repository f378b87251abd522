import { afterCommit } from '#platform/db/after-commit.ts';
import type { Query, Tx } from '#platform/db/client.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import type { Ctx } from '../../../ctx.ts';

/** One statement for 100,000 cards would run into the time limit of a request's statements. */
const CHUNK = 5000;

/** Changes the state of a batch's cards that fit `which`, given as SQL, in the order of their ids. Returns their number. */
export async function moveCards(
  ctx: Pick<Ctx, 'catalogue'>,
  sql: Tx,
  { batch_id, which, state }: { batch_id: string; which: Query; state: Query },
): Promise<number> {
  afterCommit(sql, ctx.catalogue.forget);
  let after = FIRST_ID;
  for (let moved = 0; ; ) {
    const [chunk] = await sql<[{ cards: number; last: string | null }]>`
      with chunk as (
        select id from cards where batch_id = ${batch_id} and id > ${after} and ${which}
        order by id limit ${CHUNK} for no key update),
      moved as (update cards set state = ${state} where id in (select id from chunk))
      select count(*) as cards, (select id from chunk order by id desc limit 1) as last from chunk`;
    moved += chunk.cards;
    if (chunk.cards < CHUNK || !chunk.last) return moved;
    after = chunk.last;
  }
}
