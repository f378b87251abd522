import type { Input, Reply } from '#contracts/call.ts';
import type { startMaintenance as contract } from '#contracts/office/operations.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { closeShop } from './maintenance/close-shop.ts';
import { readState } from './maintenance/read-state.ts';

/** Closes the shop, or changes what is said and how long it stays closed. */
export async function startMaintenance(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'approver');
  await closeShop(ctx, by(actor), body);
  return { data: await readState(ctx) };
}
