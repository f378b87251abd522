import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { settleDebt } from '../../../customers/spending/settle-debt.ts';

interface Return {
  id: string;
  user_id: string;
  coin: Coin;
  amount_cents: number;
}

const available = (owner_id: string) => ({ kind: 'available', owner_id, limited: true });
const returning = (owner_id: string) => ({ kind: 'returning', owner_id, limited: true });
const house = (coin: Coin) => ({ kind: `crypto_${coin.toLowerCase()}`, owner_id: null });

/** Sets the money aside, so that nothing else is bought with it. */
export const bookAsked = (sql: Db, { id, user_id, amount_cents }: Return): Promise<void> =>
  transfer(sql, {
    debit: available(user_id),
    credit: returning(user_id),
    amount_cents,
    kind: 'top_up_return',
    reference: id,
    unique_key: `top_up_return:${id}`,
  });

/** It left the operator's wallet. */
export const bookPaid = (sql: Db, { id, user_id, coin, amount_cents }: Return): Promise<void> =>
  transfer(sql, {
    debit: returning(user_id),
    credit: house(coin),
    amount_cents,
    kind: 'top_up_returned',
    reference: id,
    unique_key: `top_up_returned:${id}`,
  });

/** It is the buyer's balance again: it was never sent, or it came back. What they owe is settled first. */
export async function bookUndone(
  sql: Db,
  now: Date,
  { id, user_id, coin, amount_cents }: Return,
  sent: boolean,
): Promise<void> {
  await transfer(sql, {
    debit: sent ? house(coin) : returning(user_id),
    credit: available(user_id),
    amount_cents,
    kind: 'top_up_return_undone',
    reference: id,
    unique_key: `top_up_return_undone:${id}`,
  });
  await settleDebt(sql, now, user_id);
}
