import type { Reply } from '#contracts/call.ts';
import type { listMonths as contract } from '#contracts/office/periods.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readMonths } from './read-months.ts';

export async function listMonths({ sql }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const months = await readMonths(sql);
  return { data: months.map(({ id: _, ...month }) => month) };
}
