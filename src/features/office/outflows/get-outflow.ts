import type { Input, Reply } from '#contracts/call.ts';
import type { getOutflow as contract } from '#contracts/office/outflows.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readOutflow } from './listed/read-outflow.ts';

export async function getOutflow(
  ctx: Ctx,
  _actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readOutflow(ctx, ctx.sql, id) };
}
