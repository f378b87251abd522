import type { Input, Reply } from '#contracts/call.ts';
import type { getImport as contract, RefusedRow } from '#contracts/supply/imports.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readImport } from './progress/read-imports.ts';

export async function getImport(
  { sql, clock }: Ctx,
  _actor: Actor,
  { params: { id }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const found = await readImport(sql, id, clock.now());
  const page = numberedPage(query);
  const which = sql`import_id = ${id} ${query.rule ? sql`and rule = ${query.rule}` : sql``}`;
  const [counted] = await sql<{ total: number }[]>`select count(*) as total from import_errors where ${which}`;
  const errors = await sql<RefusedRow[]>`
    select row, column_name as column, rule, hint from import_errors where ${which}
    order by row limit ${page.per_page} offset ${offsetOf(page)}`;
  return { data: { ...found, errors: [...errors] }, meta: numberedMeta(page, counted!.total, errors.length) };
}
