import type { Reply } from '#contracts/call.ts';
import type { getOperator as contract, Operator } from '#contracts/office/tax.ts';
import type { Ctx, Visitor } from '../../../ctx.ts';
import { operatorColumns } from './operator-columns.ts';

/** Who the shop is by law, for everybody. */
export async function getOperator({ sql }: Ctx, _caller: Visitor): Promise<Reply<typeof contract>> {
  const [operator] = await sql<Operator[]>`
    select ${operatorColumns(sql)} from operator_versions order by at desc limit 1`;
  return { data: operator ?? null };
}
