import type { Input, Reply } from '#contracts/call.ts';
import type { listShapes as contract } from '#contracts/supply/imports.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { Shapes } from '../../oversight/import-guard/shapes/count-shapes.ts';

const LATEST = 10;

/** What the latest files of a batch look like that are in stock, or about to be. */
export async function listShapes(
  { sql }: Ctx,
  _actor: Actor,
  { params: { id: batch_id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const files = await sql<{ import_id: string; created_at: string; shapes: Shapes }[]>`
    select id as import_id, created_at, shapes from imports
    where batch_id = ${batch_id} and shapes is not null and state in ('checked', 'committing', 'committed')
    order by id desc limit ${LATEST}`;
  return { data: files.map(({ shapes, ...file }) => ({ ...file, ...shapes })) };
}
