import type { ColdWallet } from '#contracts/office/cold-wallets.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** SQL that reads wallets with what the nodes said last; conditions on `w` follow. */
export const selectWallets = (sql: Db) => sql`
  select w.id, w.coin, w.name, w.state, w.kind, w.source, w.created_at, u.username as created_by,
    (select jsonb_build_object('units', b.units::text, 'height', b.height,
        'at', to_char(b.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from cold_wallet_balances b where b.wallet_id = w.id order by b.id desc limit 1) as balance
  from cold_wallets w join users u on u.id = w.created_by`;

export async function readWallet(sql: Db, id: string): Promise<ColdWallet> {
  const [wallet] = await sql<ColdWallet[]>`${selectWallets(sql)} where w.id = ${id}`;
  if (!wallet) throw new AppError('not_found', message('cold_wallet.not_found'));
  return wallet;
}

/** Locks a wallet until the caller's transaction ends, if it has this state. */
export async function lockWallet(
  sql: Db,
  id: string,
  state: ColdWallet['state'],
): Promise<Pick<ColdWallet, 'id' | 'coin' | 'name' | 'source' | 'state'>> {
  const [wallet] = await sql<Pick<ColdWallet, 'id' | 'coin' | 'name' | 'source' | 'state'>[]>`
    select id, coin, name, source, state from cold_wallets where id = ${id} for update`;
  if (!wallet) throw new AppError('not_found', message('cold_wallet.not_found'));
  if (wallet.state !== state) throw new AppError('conflict', message('cold_wallet.decided'));
  return wallet;
}
