import type { Input } from '#contracts/call.ts';
import { type Chart, type exportDatev as contract, daysOfMonth } from '#contracts/office/periods.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx, localeOf } from '../../../ctx.ts';
import { readBalance } from '../balance/read-balance.ts';
import { readChart } from '../chart/read-chart.ts';
import { type Days, moves, openSince } from '../sums/moves.ts';
import { datevColumns, datevHeader, datevLine } from './datev-batch.ts';
import { type Detail, type Posting, readPostings } from './read-postings.ts';
import { encodeWindows1252 } from './windows-1252.ts';

/** More are refused by DATEV. */
const LIMIT = 99_999;

interface Batch {
  month: string;
  detail: Detail;
  chart: NonNullable<Chart['chart']>;
  textOf(posting: Posting): string;
  now: Date;
}

/** A month as a batch of postings for DATEV, by its public description, with the numbers of the chart in force. */
export async function exportDatev(
  { sql, clock }: Ctx,
  actor: Actor,
  { params: { month }, query: { detail = 'days' } }: Input<typeof contract>,
): Promise<AsyncIterable<Uint8Array>> {
  const days = daysOfMonth(month);
  const chart = await readChart(sql);
  if (!chart) throw new AppError('conflict', message('journal.no_chart'));
  await refuseUnnumbered(sql, actor, days);
  if (detail === 'transfers') await refuseTooMany(sql, days);
  const details = { month, detail };
  await appendAudit(sql, { ...by(actor), action: 'books.datev_exported', subject: month, details });
  const textOf = ({ kind, one, transfers }: Posting) => {
    const name = translate(localeOf(actor), message('ledger.transfer_kind', { kind }));
    return one ? name : `${name} (${transfers})`;
  };
  return lines(sql, { month, detail, chart, textOf, now: clock.now() });
}

async function* lines(sql: Db, { month, detail, chart, textOf, now }: Batch): AsyncIterable<Uint8Array> {
  yield encodeWindows1252(datevHeader({ month, chart, now }) + datevColumns());
  for await (const postings of readPostings(sql, daysOfMonth(month), detail))
    yield encodeWindows1252(postings.map((posting) => datevLine(posting, { chart, text: textOf(posting) })).join(''));
}

async function refuseUnnumbered(sql: Db, actor: Actor, days: Days): Promise<void> {
  const rows = await readBalance(sql, days);
  const unnumbered = rows.filter((row) => row.number === null && row.debited_cents + row.credited_cents > 0);
  if (unnumbered.length === 0) return;
  const names = unnumbered.map(({ kind }) => translate(localeOf(actor), message('ledger.account_kind', { kind })));
  throw new AppError('conflict', message('journal.unnumbered', { accounts: names.join(', ') }));
}

async function refuseTooMany(sql: Db, days: Days): Promise<void> {
  const since = await openSince(sql);
  const [moved] = await sql<{ transfers: number }[]>`
    select coalesce(sum(transfers), 0)::bigint as transfers from ${moves(sql, since, days)}`;
  if (moved!.transfers > LIMIT) throw new AppError('conflict', message('journal.too_long', { limit: LIMIT }));
}
