import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { releaseCards } from '../../../supply/batches/cards/release-cards.ts';
import { isFit } from './is-fit.ts';

const CHUNK = 500;
const PROGRAMMES = 100;

/**
 * Puts cards back on sale, or passes them on to the next in the queue, that their pre-order can't buy: it has ended or was
 * skipped, or the card is no longer fit. A suspended programme keeps its cards for those who wait.
 */
export async function freeCards(ctx: Ctx): Promise<void> {
  const { clock } = ctx;
  const lost = ctx.sql`(
    p.state not in ('open', 'part_filled') or p.retry_at is not null
    or not ${isFit(ctx.sql, clock)} and not (c.state = 'paused' and g.state = 'suspended'))`;
  const owed = ctx.sql`preorder_allotments a join preorders p on p.id = a.preorder_id join cards c on c.id = a.card_id
    join programmes g on g.id = c.programme_id`;
  const due = await ctx.sql<{ programme_id: string }[]>`
    select distinct c.programme_id from ${owed} where ${lost} order by 1 limit ${PROGRAMMES}`;
  for (const { programme_id } of due) {
    for (let freed = CHUNK; freed === CHUNK; ) {
      freed = await transaction(ctx.sql, async (sql) => {
        await sql`select lock_preorder_queue(${programme_id})`;
        const locked = await sql<{ id: string }[]>`
          select c.id from ${owed} where c.programme_id = ${programme_id} and ${lost} order by c.id
          limit ${CHUNK} for update of c`;
        const ids = locked.map((card) => card.id);
        // Read again under the lock of the cards.
        const gone = await sql<{ id: string }[]>`
          delete from preorder_allotments
          where card_id in (select c.id from ${owed} where c.id = any(${ids}) and ${lost})
          returning card_id as id`;
        await releaseCards(
          ctx,
          sql,
          gone.map((card) => card.id),
        );
        return locked.length;
      });
    }
  }
}
