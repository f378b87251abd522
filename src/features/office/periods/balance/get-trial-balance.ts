import type { Input, Reply } from '#contracts/call.ts';
import type { BalanceRow, getTrialBalance as contract } from '#contracts/office/periods.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { periodOf } from './period-of.ts';
import { readBalance } from './read-balance.ts';
import { readMemorandum } from './read-memorandum.ts';

export async function getTrialBalance(
  { sql, clock }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const days = periodOf(query, clock.now());
  const [data, memorandum] = await Promise.all([readBalance(sql, days), readMemorandum(sql, days, clock.now())]);
  return { data: [...data], memorandum, meta: { ...days, totals: totalsOf(data) } };
}

function totalsOf(rows: readonly BalanceRow[]) {
  const sum = (part: keyof BalanceRow & `${string}_cents`) => rows.reduce((all, row) => all + row[part], 0);
  return {
    opening_cents: sum('opening_cents'),
    debited_cents: sum('debited_cents'),
    credited_cents: sum('credited_cents'),
    closing_cents: sum('closing_cents'),
  };
}
