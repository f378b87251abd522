import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import type { Settlement } from '../../spending/debts/book-settlement.ts';
import { readDebt } from '../../spending/debts/read-debt.ts';

/** Refuses to settle more than is owed, or than there is on the balance that settles it. */
export async function refuseUnowed(sql: Db, { user_id, how, cents }: Settlement): Promise<void> {
  const debt = await readDebt(sql, user_id);
  if (!debt || debt.owed_cents <= 0) throw new AppError('conflict', message('debts.none'));
  if (cents > debt.owed_cents)
    throw invalidField('cents', message('debts.too_much', { amount: { cents: debt.owed_cents } }));
  if (how === 'balance' && cents > debt.available_cents)
    throw invalidField('cents', message('users.too_little', { amount: { cents: debt.available_cents } }));
}
