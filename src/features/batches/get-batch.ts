import type { getBatch as contract } from '#contracts/batches.ts';
import type { Input, Reply } from '#contracts/call.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { readBatch } from './read-batch.ts';

export async function getBatch(
  { sql }: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readBatch(sql, actor, params.id) };
}
