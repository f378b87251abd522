import type { Reply } from '#contracts/call.ts';
import type { getOperator as contract } from '#contracts/office/tax.ts';
import type { Ctx, Visitor } from '../../../ctx.ts';
import { readOperator } from './read-operator.ts';

/** Who the shop is by law, for everybody. */
export async function getOperator({ sql }: Ctx, _caller: Visitor): Promise<Reply<typeof contract>> {
  return { data: await readOperator(sql) };
}
