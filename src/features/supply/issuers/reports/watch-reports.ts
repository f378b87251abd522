import type { Ctx } from '../../../ctx.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { DAY_MS, DUE_DAYS, isExpected, nextFrom } from './report-due.ts';

const KIND = 'programme.report_due';

/** Reminds staff of programmes whose issuer can't be asked and sent no report for a while: nobody would notice a theft. */
export async function watchReports(ctx: Ctx): Promise<void> {
  const { sql, clock } = ctx;
  const now = clock.now();
  const since = new Date(now.getTime() - DUE_DAYS * DAY_MS);
  const due = await sql<{ id: string; name: string }[]>`
    select p.id, p.name from programmes p where ${isExpected(sql)} and ${nextFrom(sql)} <= ${since} order by p.id`;
  const open = await sql<{ subject: string }[]>`
    select subject from alerts where kind = ${KIND} and resolved_at is null`;
  for (const { id, name } of due) {
    if (open.some(({ subject }) => subject === id)) continue;
    await raiseAlert(sql, now, { kind: KIND, subject: id, details: { name, days: DUE_DAYS } });
  }
  for (const { subject } of open)
    if (!due.some(({ id }) => id === subject)) await endAlert(sql, now, { kind: KIND, subject });
}
