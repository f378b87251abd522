import type { Reply } from '#contracts/call.ts';
import type { getReconciliation as contract } from '#contracts/office/books.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readReconciliation } from './sums/read-reconciliation.ts';

/** What the shop owes to users and sellers against what its addresses hold, with what the difference is made of. */
export async function getReconciliation(ctx: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  return { data: await readReconciliation(ctx) };
}
