import type { Db, Tx } from '#platform/db/client.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { type Concentration, watchConcentration } from '../../../oversight/import-guard/concentration.ts';
import type { CodeFormat } from '../../../oversight/import-guard/masks/format.ts';

interface Programme {
  programme_id: string;
  code_format: CodeFormat;
}

/** What a data key and what was counted are sealed for. */
export const statisticsAad = (programme_id: string) => `stock statistics of ${programme_id}`;

/** Watches a programme's cards over all its imports (IG-24). */
export async function openStatistics(
  ctx: VaultCtx,
  sql: Db,
  { programme_id, code_format }: Programme,
): Promise<Concentration> {
  const [row] = await sql<{ data_key: Buffer; sealed: Buffer }[]>`
    select data_key, sealed from programme_statistics where programme_id = ${programme_id}`;
  const aad = statisticsAad(programme_id);
  return watchConcentration(
    code_format,
    row ? ctx.vault.open(ctx.vault.unwrap(row.data_key, aad), row.sealed, aad) : null,
  );
}

/** Makes imports into one programme take turns, so that each counts what the others counted. */
export async function lockStatistics(sql: Tx, programme_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statistics of ${programme_id}`}, 0))`;
}

/** Keeps what was counted; the caller has locked it since it was opened. */
export async function keepStatistics(
  ctx: VaultCtx,
  sql: Tx,
  programme_id: string,
  counted: Concentration,
): Promise<void> {
  const aad = statisticsAad(programme_id);
  const { key, wrapped } = ctx.vault.newDataKey(aad);
  const row = { data_key: wrapped, sealed: ctx.vault.seal(key, counted.snapshot(), aad), counted_at: ctx.clock.now() };
  await sql`
    insert into programme_statistics ${sql({ programme_id, ...row })}
    on conflict (programme_id) do update set data_key = excluded.data_key, sealed = excluded.sealed,
      counted_at = excluded.counted_at`;
}
