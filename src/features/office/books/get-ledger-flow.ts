import type { Input, Reply } from '#contracts/call.ts';
import type { getLedgerFlow as contract, LedgerFlow } from '#contracts/office/books.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { moves, openSince } from '../periods/sums/moves.ts';

const DEFAULT_DAYS = 30;

/** What moved between the kinds of accounts in a period, the most first. */
export async function getLedgerFlow(
  { sql, clock }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const to = query.to ?? clock.now().toISOString().slice(0, 10);
  const from = query.from ?? new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const since = await openSince(sql);
  const data = await sql<LedgerFlow[]>`
    select debit_kind, credit_kind, kind, sum(transfers)::bigint as transfers, sum(cents)::bigint as cents
    from ${moves(sql, since, { from, to })} group by debit_kind, credit_kind, kind
    order by 5 desc, debit_kind, credit_kind, kind`;
  return { data: [...data], meta: { from, to } };
}
