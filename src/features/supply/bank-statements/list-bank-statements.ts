import type { Input, Reply } from '#contracts/call.ts';
import type { BankStatement, listBankStatements as contract } from '#contracts/supply/bank-statements.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { unbookedPayouts } from '../payouts/payout/booking.ts';
import { selectStatements } from './entries/read-statements.ts';

type Answer = Reply<typeof contract>;

/** Imported statements, newest first, and how many payouts none of them has. */
export async function listBankStatements(
  { sql }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Answer> {
  const page = numberedPage(query);
  const [[all], data, [latest], [payouts]] = await Promise.all([
    sql<[{ total: number }]>`select count(*) as total from bank_statements`,
    sql<BankStatement[]>`${selectStatements(sql)} order by b.id desc limit ${page.per_page} offset ${offsetOf(page)}`,
    sql<
      { layout: Answer['layout'] }[]
    >`select layout from bank_statements where layout is not null order by id desc limit 1`,
    sql<[{ unbooked: number }]>`
      select count(*) as unbooked from ${unbookedPayouts(sql)}`,
  ]);
  const meta = numberedMeta(page, all.total, data.length);
  return { data, meta, layout: latest?.layout ?? null, unbooked: payouts.unbooked };
}
