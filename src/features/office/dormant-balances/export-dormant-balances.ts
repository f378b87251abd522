import type { Input } from '#contracts/call.ts';
import type { exportDormantBalances as contract } from '#contracts/office/dormant-balances.ts';
import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Cursor } from '#platform/db/keyset.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { noteList } from '../../oversight/audit/note-view.ts';
import { type DormantRow, keyOf, selectDormant } from './dormant/select-dormant.ts';

/** More are refused, not cut off. */
const LIMIT = 100_000;
const PART = 1_000;
const HEADER = ['last_moved_at', 'buyer', 'buyer_id', 'balance_usd'];

/** The list as a file. The export is audited before the first line leaves, and whom a part names before that part. */
export async function exportDormantBalances(
  ctx: Ctx,
  actor: Actor,
  { query: { months } }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  const { sql, clock } = ctx;
  const selection = { months, now: clock.now() };
  const [beyond] =
    await sql`select from (${selectDormant(sql, selection, undefined, LIMIT + 1)}) as each offset ${LIMIT}`;
  if (beyond) throw new AppError('invalid', message('export.too_long', { limit: LIMIT }));
  await appendAudit(sql, {
    ...by(actor),
    action: 'dormant_balances.exported',
    subject: 'dormant balances',
    details: { ...(months && { months }) },
  });
  return lines(ctx, actor, selection);
}

async function* lines(ctx: Ctx, actor: Actor, selection: Parameters<typeof selectDormant>[1]): AsyncIterable<string> {
  yield toCsv([HEADER]);
  for (let after: Cursor | undefined; ; ) {
    const rows = await selectDormant(ctx.sql, selection, after, PART);
    await noteList(
      ctx,
      ctx.sql,
      actor,
      rows.map(({ user }) => user.id),
    );
    yield toCsv(rows.map(cellsOf));
    if (rows.length < PART) return;
    after = { direction: 'next', values: keyOf(rows.at(-1)!) };
  }
}

const cellsOf = ({ user, balance_cents, moved_at }: DormantRow): CsvCell[] => [
  moved_at,
  user.username,
  user.id,
  { cents: balance_cents },
];
