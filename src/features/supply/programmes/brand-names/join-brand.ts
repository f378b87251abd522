import { afterCommit } from '#platform/db/after-commit.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';

/** Has a locked programme sold under another brand. */
export async function joinBrand(
  ctx: Pick<Ctx, 'catalogue'>,
  sql: Tx,
  { programme_id, brand_id }: { programme_id: string; brand_id: string },
): Promise<void> {
  afterCommit(sql, ctx.catalogue.forget);
  await sql`update programmes set brand_id = ${brand_id} where id = ${programme_id}`;
}
