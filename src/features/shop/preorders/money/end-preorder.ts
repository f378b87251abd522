import type { Preorder } from '#contracts/shop/preorders.ts';
import type { Tx } from '#platform/db/client.ts';
import { forgetRequests } from '#platform/http/run-idempotently.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { settleDebt } from '../../../customers/spending/settle-debt.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { reservedAccount } from './reserved-account.ts';

interface End {
  id: string;
  state: 'cancelled' | 'expired';
  reason: Preorder['end_reason'];
  now: Date;
}

interface Ended {
  user_id: string;
  freed_cents: number;
}

/** Ends an open pre-order and frees its money; undefined if it had ended before. Its cards go to others in the next run. */
export async function endPreorder(sql: Tx, { id, state, reason, now }: End): Promise<Ended | undefined> {
  // The balance first, as purchases lock it.
  await sql`
    select from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.owner_id = (select user_id from preorders where id = ${id}) and a.kind = 'available' for update of b`;
  const [ended] = await sql<Ended[]>`
    with open as (
      select id, reserved_cents from preorders where id = ${id} and state in ('open', 'part_filled') for no key update)
    update preorders p set state = ${state}, end_reason = ${reason}, ended_at = ${now}, retry_at = null
    from open where p.id = open.id returning p.user_id, open.reserved_cents as freed_cents`;
  if (!ended) return undefined;
  const { user_id, freed_cents } = ended;
  if (freed_cents > 0) {
    await transfer(sql, {
      debit: reservedAccount(user_id),
      credit: { kind: 'available', owner_id: user_id, limited: true },
      amount_cents: freed_cents,
      kind: 'preorder_released',
      reference: id,
      unique_key: `preorder:${id}:end`,
    });
    await settleDebt(sql, now, user_id);
  }
  await forgetRequests(sql, user_id);
  await publishUserEvent(sql, user_id, 'preorder', { id });
  return ended;
}
