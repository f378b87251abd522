import type { Input, Reply } from '#contracts/call.ts';
import type { proposeProgramme as contract } from '#contracts/programmes.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { createProgramme } from './create-programme.ts';

export async function proposeProgramme(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await createProgramme(ctx, actor, body) };
}
