import type { Input, Reply } from '#contracts/call.ts';
import type { BankEntry, getBankStatement as contract } from '#contracts/supply/bank-statements.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { selectEntries } from './entries/read-entries.ts';
import { readStatement } from './entries/read-statements.ts';

/** A statement with its entries in the order of the file; debits that nothing explains first, unless a state is asked for. */
export async function getBankStatement(
  { sql }: Ctx,
  _actor: Actor,
  { params: { id }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const statement = await readStatement(sql, id);
  const page = numberedPage(query);
  const { state } = query;
  const shown =
    state === undefined
      ? sql`true`
      : state === 'credit'
        ? sql`e.direction = 'credit'`
        : sql`e.direction = 'debit' and e.state = ${state}`;
  const [[all], data] = await Promise.all([
    sql<[{ total: number }]>`select count(*) as total from bank_entries e where e.statement_id = ${id} and ${shown}`,
    sql<BankEntry[]>`
      ${selectEntries(sql)} where e.statement_id = ${id} and ${shown}
      order by (e.state = 'open' and e.direction = 'debit') desc, e.id limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data, meta: numberedMeta(page, all.total, data.length), statement };
}
