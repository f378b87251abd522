import { afterCommit } from '#platform/db/after-commit.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';

const CHUNK = 5_000;

/**
 * Voids an import's cards that aren't sold; their codes may come again. What expired or was
 * withdrawn stays so, and its codes stay out. Returns their number.
 */
export async function undoCards(ctx: Ctx, sql: Tx, import_id: string): Promise<number> {
  afterCommit(sql, ctx.catalogue.forget);
  for (let voided = 0; ; ) {
    const { count } = await sql`
      update cards set state = 'void', undone = true where id in (
        select id from cards where import_id = ${import_id} and state not in ('sold', 'expired', 'withdrawn', 'void')
        limit ${CHUNK} for update)`;
    voided += count;
    if (count < CHUNK) return voided;
  }
}
