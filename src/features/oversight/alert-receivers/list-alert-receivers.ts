import type { Reply } from '#contracts/call.ts';
import type { listAlertReceivers as contract } from '#contracts/oversight/alert-receivers.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { readReceivers } from './receiver/read-receivers.ts';

/** The servers that are told of alerts. */
export async function listAlertReceivers(ctx: VaultCtx, _actor: Actor): Promise<Reply<typeof contract>> {
  return { data: await readReceivers(ctx, ctx.sql) };
}
