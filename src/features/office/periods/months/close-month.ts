import type { Input } from '#contracts/call.ts';
import { type closeMonth as contract, daysOfMonth } from '#contracts/office/periods.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { requireDuty } from '../../../identity/sessions/admission/require-duty.ts';
import { readBalance } from '../balance/read-balance.ts';
import { type Days, moves, openSince } from '../sums/moves.ts';
import { lockMonths } from './lock-months.ts';
import { readMonth } from './read-month.ts';

const COLUMNS = ['closing_id', 'kind', 'opening_cents', 'debited_cents', 'credited_cents', 'closing_cents'] as const;

/** Stores the sums of the earliest open month. From then on, the database takes no transfer that is dated into it. */
export async function closeMonth(
  ctx: Ctx,
  actor: Actor,
  { params: { month } }: Input<typeof contract>,
): Promise<undefined> {
  requireDuty(actor, 'approver');
  const days = daysOfMonth(month);
  await transaction(ctx.sql, async (sql) => {
    await lockMonths(sql);
    const { state, next } = await readMonth(sql, month);
    if (state === 'closed') throw new AppError('conflict', message('month.closed_already'));
    if (state === 'running') throw new AppError('conflict', message('month.running'));
    if (!next) throw new AppError('conflict', message('month.not_next'));
    const counted = await countTransfers(sql, days);
    const [closing] = await sql<{ id: string }[]>`
      insert into month_closings (month, transfers, last_transfer_id, last_link, closed_at)
      values (${days.from}, ${counted.transfers}, ${counted.last_transfer_id},
        (select link from ledger_chain where transfer_id = ${counted.last_transfer_id}),
          ${ctx.clock.now()}) returning id`;
    const sums = await readBalance(sql, days);
    const rows = sums.map((row) => ({ closing_id: closing!.id, ...row }));
    if (rows.length > 0) await sql`insert into month_sums ${sql(rows, ...COLUMNS)}`;
    const details = { month, ...counted };
    await appendAudit(sql, { ...by(actor), action: 'books.month_closed', subject: closing!.id, details });
  });
}

async function countTransfers(sql: Tx, days: Days) {
  const since = await openSince(sql);
  const [counted] = await sql<{ transfers: number; last_transfer_id: number | null }[]>`
    select coalesce(sum(transfers), 0)::bigint as transfers, (
      select id from ledger_transfers where created_at >= ${days.from}::timestamp at time zone 'UTC'
        and created_at < (${days.to}::date + 1)::timestamp at time zone 'UTC'
        order by created_at desc, id desc limit 1) as last_transfer_id
    from ${moves(sql, since, days)}`;
  return counted!;
}
