import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { requireOpenAccount } from './require-open-account.ts';

/** Refuses to take a buyer's money while spending is blocked, the account closes, or a linked one waits for a check; says why. */
export async function requireSpendingAllowed(sql: Db, user_id: string): Promise<void> {
  await requireOpenAccount(sql, user_id);
  const [block] = await sql`select from spending_blocks where user_id = ${user_id} and lifted_at is null`;
  if (!block) {
    const [{ waits }] = await sql<[{ waits: boolean }]>`select must_wait(${user_id}) as waits`;
    if (waits) throw new AppError('forbidden', message('linked.waits'));
    return;
  }
  const owed = -(await balanceOf(sql, { kind: 'debt', owner_id: user_id }));
  throw new AppError('forbidden', message('spending.blocked', { owed: { cents: owed } }));
}
