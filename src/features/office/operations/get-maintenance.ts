import type { Reply } from '#contracts/call.ts';
import type { getMaintenance as contract } from '#contracts/office/operations.ts';
import type { Ctx } from '../../ctx.ts';
import { readState } from './maintenance/read-state.ts';

export async function getMaintenance(ctx: Ctx): Promise<Reply<typeof contract>> {
  return { data: await readState(ctx) };
}
