import type { Input, Reply } from '#contracts/call.ts';
import type { proposeProgramme as contract } from '#contracts/supply/programmes.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { createProgramme } from './create-programme.ts';

export async function proposeProgramme(
  ctx: VaultCtx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await createProgramme(ctx, actor, body) };
}
