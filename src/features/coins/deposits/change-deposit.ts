import type { Db } from '#platform/db/client.ts';
import { type Changes, changeRow, ForgedRowError } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../ctx.ts';
import { reportForged } from '../../identity/sessions/seals/report-forged.ts';

/**
 * Changes what the MAC of a deposit or a credit covers, in the caller's transaction. One that was written past the shop is changed
 * too, so that it holds nothing up, and stays without a true MAC.
 */
export async function changeDeposit(
  ctx: Ctx,
  sql: Db,
  id: string,
  changes: Changes,
  table: 'deposits' | 'deposit_credits' = 'deposits',
): Promise<void> {
  try {
    await changeRow(ctx.vault, sql, { table, id }, changes);
  } catch (error) {
    if (!(error instanceof ForgedRowError)) throw error;
    reportForged(ctx, table, id);
    await sql`update ${sql(table)} set ${sql(changes)} where id = ${id}`;
  }
}
