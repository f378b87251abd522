import type { DEBT_ENDS } from '#contracts/customers/spending.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { type Actor, by } from '../../../ctx.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { liftPaidBlock } from './lift-paid-block.ts';
import { readDebt } from './read-debt.ts';

export interface Settlement {
  user_id: string;
  /** From the user's balance, or at the shop's expense. */
  how: (typeof DEBT_ENDS)[number];
  cents: number;
  /** Absent where money that came to the balance settles it. */
  decided?: { proposal_id: string; actor: Actor };
}

/** Settles a part of a debt or all of it in the caller's transaction, which holds the lock on the user's balance. */
export async function bookSettlement(sql: Db, now: Date, { user_id, how, cents, decided }: Settlement): Promise<void> {
  const fromBalance = how === 'balance';
  const proposal_id = decided?.proposal_id ?? null;
  const [row] = await sql<[{ id: string }]>`
    insert into debt_settlements (user_id, how, cents, proposal_id, booked_at)
    values (${user_id}, ${how}, ${cents}, ${proposal_id}, ${now}) returning id`;
  await transfer(sql, {
    debit: fromBalance
      ? { kind: 'available', owner_id: user_id, limited: true }
      : { kind: 'bad_debts', owner_id: null },
    credit: { kind: 'debt', owner_id: user_id },
    amount_cents: cents,
    kind: fromBalance ? 'debt_settlement' : 'debt_write_off',
    reference: row.id,
    unique_key: `debt_settlement:${row.id}`,
  });
  const { owed_cents } = (await readDebt(sql, user_id))!;
  await appendAudit(sql, {
    ...(decided ? by(decided.actor) : { actor_id: null }),
    action: fromBalance ? 'debt.settled' : 'debt.written_off',
    subject: user_id,
    details: { settlement_id: row.id, cents, owed_cents, ...(proposal_id && { proposal_id }) },
  });
  if (owed_cents === 0) await liftPaidBlock(sql, now, user_id);
  await notify(sql, user_id, {
    type: 'info',
    title: message(fromBalance ? 'notify.debt_settled' : 'notify.debt_written_off', { amount: { cents } }),
    content:
      owed_cents === 0 ? message('notify.debt_paid') : message('notify.debt_left', { amount: { cents: owed_cents } }),
    link: pagePath('/billing/statements'),
  });
  await publishUserEvent(sql, user_id, 'account');
}
