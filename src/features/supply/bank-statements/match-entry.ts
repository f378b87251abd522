import type { Input, Reply } from '#contracts/call.ts';
import type { matchEntry as contract } from '#contracts/supply/bank-statements.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { noteBooked } from '../payouts/payout/note-booked.ts';
import { lockEntry } from './entries/lock-entry.ts';
import { readEntry } from './entries/read-entries.ts';
import { nameUnexplained } from './matching/unexplained-alert.ts';

/** A person says which payout a debit was: one of its amount and currency that no other entry explains. */
export async function matchEntry(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { payout_id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { statement_id, direction, booked_on } = await lockEntry(sql, id, ['open']);
    if (direction !== 'debit') throw new AppError('conflict', message('bank.no_debit'));
    // Once more now that nobody else can take it.
    await sql`select from seller_payouts where id = ${payout_id} for no key update`;
    const { candidates } = await readEntry(sql, id);
    if (!candidates.some((payout) => payout.id === payout_id))
      throw invalidField('payout_id', message('bank.other_payout'));
    const now = ctx.clock.now();
    await sql`
      update bank_entries set state = 'matched', payout_id = ${payout_id}, how = 'person',
        decided_by = ${actor.user.id},
        decided_at = ${now} where id = ${id}`;
    await noteBooked(ctx, sql, payout_id, booked_on);
    await nameUnexplained(sql, now, statement_id);
    const details = { entry_id: id, payout_id, booked_on };
    await appendAudit(sql, { ...by(actor), action: 'bank.matched', subject: statement_id, details });
    return readEntry(sql, id);
  });
  return { data };
}
