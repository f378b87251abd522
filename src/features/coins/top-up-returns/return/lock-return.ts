import type { topUpReturnStates } from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Changes, changeRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';

type State = (typeof topUpReturnStates)[number];

export interface LockedReturn {
  id: string;
  user_id: string;
  deposit_id: string;
  coin: Coin;
  address: string;
  amount_cents: number;
  state: State;
  created_by: string;
}

/** The balances of an account, as everything locks them that moves its money. */
export const lockBalances = (sql: Db, user_id: string) => sql`
  select from ledger_balances b join ledger_accounts a on a.id = b.account_id
  where a.owner_id = ${user_id} order by b.account_id for update of b`;

/** A way back in one of these states, locked after the balances of its owner. Staff handle none of their own. */
export async function lockReturn(sql: Db, id: string, allowed: readonly State[]): Promise<LockedReturn> {
  const [found] = await sql<{ user_id: string }[]>`select user_id from top_up_returns where id = ${id}`;
  if (!found) throw new AppError('not_found', message('top_up_return.not_found'));
  await lockBalances(sql, found.user_id);
  const [row] = await sql<[LockedReturn]>`
    select id, user_id, deposit_id, coin, address, amount_cents, state, created_by from top_up_returns
    where id = ${id} for update`;
  if (!allowed.includes(row.state)) {
    const state = message(`top_up_return.state.${row.state}`);
    throw new AppError('conflict', message('top_up_return.wrong_state', { state }));
  }
  return row;
}

/** Changes a way back in the caller's transaction, with its MAC. Throws a ForgedRowError for one that was written past the shop. */
export const changeReturn = (ctx: Pick<Ctx, 'vault'>, sql: Db, id: string, changes: Changes) =>
  changeRow(ctx.vault, sql, { table: 'top_up_returns', id }, changes);
