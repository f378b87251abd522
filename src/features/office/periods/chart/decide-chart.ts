import type { Input } from '#contracts/call.ts';
import type { decideChart as contract } from '#contracts/office/periods.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { chartOf } from './chart-facts.ts';
import { CHART, chartKind } from './chart-kind.ts';

/** Puts a proposed chart of accounts in force, or not. */
export async function decideChart(
  ctx: Ctx,
  actor: Actor,
  { body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const proposal = { kind: chartKind, subject: CHART, id: proposal_id, decision, reason };
    const { facts } = await decide(ctx, sql, actor, proposal);
    if (decision === 'rejected') return;
    const { accounts, ...chart } = chartOf(facts);
    await sql`insert into account_charts ${sql({ proposal_id, ...chart, at: ctx.clock.now() })}`;
    await sql`insert into account_numbers ${sql(accounts.map((account) => ({ proposal_id, ...account })))}`;
    await appendAudit(sql, { ...by(actor), action: 'books.chart_changed', subject: proposal_id, details: facts });
  });
}
