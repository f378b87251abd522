import type { Reply } from '#contracts/call.ts';
import type { listAlertReceivers as contract } from '#contracts/oversight/alert-receivers.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readReceivers } from './read-receivers.ts';

/** The servers that are told of alerts. */
export async function listAlertReceivers({ sql }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  return { data: await readReceivers(sql) };
}
