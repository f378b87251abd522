import type { Input, Reply } from '#contracts/call.ts';
import type { getBatch as contract } from '#contracts/supply/stock.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readBatch } from '../batches/read-batch.ts';
import { requireVisible } from '../sellers/access/require-visible.ts';
import { readFigures } from './read-figures.ts';

export async function getBatch(
  { sql }: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  await requireVisible(sql, actor, id);
  const facts = await readBatch(sql, actor, id);
  return { data: { ...facts, ...(await readFigures(sql, id)) } };
}
