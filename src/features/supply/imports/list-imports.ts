import type { Input, Reply } from '#contracts/call.ts';
import type { listImports as contract } from '#contracts/supply/imports.ts';
import { message } from '#i18n/message.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readImports } from './progress/read-imports.ts';

export async function listImports(
  { sql, clock }: Ctx,
  _actor: Actor,
  { params: { id }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [batch] = await sql<{ imports: number }[]>`
    select (select count(*) from imports where batch_id = b.id) as imports from batches b where b.id = ${id}`;
  if (!batch) throw new AppError('not_found', message('batch.not_found'));
  const page = numberedPage(query);
  const which = { where: sql`i.batch_id = ${id}`, limit: page.per_page, offset: offsetOf(page) };
  const data = await readImports(sql, { ...which, now: clock.now() });
  return { data, meta: numberedMeta(page, batch.imports, data.length) };
}
