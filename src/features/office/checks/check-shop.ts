import type { Reply } from '#contracts/call.ts';
import type { checkShop as contract } from '#contracts/office/checks.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { translateFindings } from './findings/translate-findings.ts';
import { runInside } from './inside/run-inside.ts';
import { runOutside } from './outside/run-outside.ts';

/** Asks everything that the shop depends on, in the process that answers. Takes seconds where something is away. */
export async function checkShop(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const caller = actor.client.address;
  const findings = await Promise.all([runInside(ctx), runOutside({ ...ctx, caller })]);
  return { data: translateFindings(findings.flat(), localeOf(actor)) };
}
