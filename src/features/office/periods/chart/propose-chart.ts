import type { Input } from '#contracts/call.ts';
import type { AccountNumber, proposeChart as contract } from '#contracts/office/periods.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { requireDuty } from '../../../identity/sessions/admission/require-duty.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { factsOf } from './chart-facts.ts';
import { CHART, chartKind } from './chart-kind.ts';

/** Proposes a whole chart of accounts. One that is in force stays, so that an older export can be explained. */
export async function proposeChart(
  ctx: Ctx,
  actor: Actor,
  { body: { reason, ...chart } }: Input<typeof contract>,
): Promise<undefined> {
  requireDuty(actor, 'approver');
  refuseTwice(chart.accounts);
  refuseLengths(chart.accounts);
  await transaction(ctx.sql, async (sql) => {
    await refuseUnknown(sql, chart.accounts);
    await propose(ctx, sql, actor, { kind: chartKind, subject: CHART, facts: factsOf(chart), reason });
  });
}

function refuseTwice(accounts: readonly AccountNumber[]): void {
  for (const part of ['kind', 'number'] as const) {
    const seen = new Set<string>();
    for (const { [part]: value } of accounts) {
      if (seen.has(value)) throw invalidField('accounts', message('chart.twice', { value }));
      seen.add(value);
    }
  }
}

/** DATEV takes numbers of one length of at most eight digits; those of persons may be longer by one digit. */
function refuseLengths(accounts: readonly AccountNumber[]): void {
  const lengths = accounts.map(({ number }) => number.length);
  const shortest = Math.min(...lengths);
  if (shortest > 8 || Math.max(...lengths) > shortest + 1) throw invalidField('accounts', message('chart.lengths'));
}

async function refuseUnknown(sql: Db, accounts: readonly AccountNumber[]): Promise<void> {
  const [unknown] = await sql<{ kind: string }[]>`
    select kind from unnest(${accounts.map(({ kind }) => kind)}::text[]) as given (kind)
    where not exists (select from account_kinds k where k.kind = given.kind) limit 1`;
  if (unknown) throw invalidField('accounts', message('chart.unknown', { kind: unknown.kind }));
}
