import type { Db } from '#platform/db/client.ts';
import { type Changes, changeRow, changeRows, ForgedRowError } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../ctx.ts';
import { reportForged } from '../../identity/sessions/seals/report-forged.ts';

/**
 * Changes what the MAC of a deposit, claimed or not, or a credit covers, in the caller's transaction. One that was written past the shop is changed
 * too, so that it holds nothing up, and stays without a true MAC.
 */
export async function changeSealed(
  ctx: Ctx,
  sql: Db,
  row: { table: 'deposits' | 'deposit_credits' | 'unclaimed_deposits'; id: string },
  changes: Changes,
): Promise<void> {
  try {
    await changeRow(ctx.vault, sql, row, changes);
  } catch (error) {
    if (!(error instanceof ForgedRowError)) throw error;
    reportForged(ctx, row.table, row.id);
    await sql`update ${sql(row.table)} set ${sql(changes)} where id = ${row.id}`;
  }
}

/** The same changes in many rows, in sets. */
export async function changeAllSealed(
  ctx: Ctx,
  sql: Db,
  { table, ids }: { table: 'deposits' | 'dust_deposits' | 'change_outputs'; ids: readonly string[] },
  changes: Changes,
): Promise<void> {
  const forged = await changeRows(ctx.vault, sql, { table, ids }, changes);
  if (forged.length === 0) return;
  for (const id of forged) reportForged(ctx, table, id);
  await sql`update ${sql(table)} set ${sql(changes)} where id::text = any(${forged})`;
}
