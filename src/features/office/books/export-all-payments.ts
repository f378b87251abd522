import type { Input } from '#contracts/call.ts';
import type { exportAllPayments as contract } from '#contracts/office/books.ts';
import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Cursor } from '#platform/db/keyset.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { noteList } from '../../oversight/audit/note-view.ts';
import { keyOf, type PaymentRow, type Selection, selectionOf, selectPayments } from './payments/select-payments.ts';

/** More are refused, not cut off. */
const LIMIT = 100_000;
const PART = 1_000;
const HEADER = ['at', 'number', 'state', 'coin', 'buyer', 'buyer_id', 'asked_usd', 'credited_usd', 'deposit_id'];

/** The selected payments as a file. The export is audited before the first line leaves, and whom a part names before that part. */
export async function exportAllPayments(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  const { sql, clock } = ctx;
  const selection = await selectionOf(sql, query, clock.now());
  const [beyond] =
    await sql`select from (${selectPayments(sql, selection, undefined, LIMIT + 1)}) as each offset ${LIMIT}`;
  if (beyond) throw new AppError('invalid', message('export.too_long', { limit: LIMIT }));
  const { who: _, ...filters } = query;
  const details = { ...filters, ...(query.who && { user_id: selection.user_id }) };
  await appendAudit(sql, { ...by(actor), action: 'payments.exported', subject: 'payments', details });
  return lines(ctx, actor, selection);
}

async function* lines(ctx: Ctx, actor: Actor, selection: Selection): AsyncIterable<string> {
  yield toCsv([HEADER]);
  for (let after: Cursor | undefined; ; ) {
    const rows = await selectPayments(ctx.sql, selection, after, PART);
    const people = rows.flatMap(({ user }) => user?.id ?? []);
    await noteList(ctx, ctx.sql, actor, people);
    yield toCsv(rows.map(cellsOf));
    if (rows.length < PART) return;
    after = { direction: 'next', values: keyOf(rows.at(-1)!) };
  }
}

const dollars = (cents: number | null): CsvCell => (cents === null ? '' : { cents });

const cellsOf = ({ at, number, state, coin, user, asked_cents, credited_cents, deposit_id }: PaymentRow): CsvCell[] => [
  at,
  number ?? '',
  state,
  coin ?? '',
  user?.username ?? '',
  user?.id ?? '',
  dollars(asked_cents),
  dollars(credited_cents),
  deposit_id ?? '',
];
