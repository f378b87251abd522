import type { Input, Reply } from '#contracts/call.ts';
import type { getProgramme as contract } from '#contracts/supply/programmes.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readProgramme } from './programme/read-programme.ts';

export async function getProgramme(
  { sql }: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readProgramme(sql, actor, params.id) };
}
