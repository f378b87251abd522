import type { Reply } from '#contracts/call.ts';
import type { endMaintenance as contract } from '#contracts/office/operations.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { openShop } from './maintenance/open-shop.ts';
import { readState } from './maintenance/read-state.ts';

export async function endMaintenance(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'approver');
  await openShop(ctx, by(actor));
  return { data: await readState(ctx) };
}
