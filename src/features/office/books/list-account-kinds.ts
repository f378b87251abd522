import type { Reply } from '#contracts/call.ts';
import type { listAccountKinds as contract } from '#contracts/office/books.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { sumKinds } from './sums/sum-kinds.ts';

export async function listAccountKinds({ sql }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  return { data: await sumKinds(sql) };
}
