import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { ForgedRowError, type SealedRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../ctx.ts';
import { checkSeals } from '../../identity/sessions/seals/check-seals.ts';

export interface Aside {
  id: string;
  coin: Coin;
  account_id: number;
  index: number;
  key: string;
  txid: string;
  n: number;
  amount_units: string;
}

/**
 * Money that is nobody's yet and on the chain, locked after the cursor of its chain, as the watcher locks them. Throws a
 * ForgedRowError for a row that was written past the shop.
 */
export async function lockUnclaimedDeposit(ctx: Ctx, sql: Db, id: string): Promise<Aside> {
  await sql`
    select from chain_cursors where coin = (select coin from unclaimed_deposits where id = ${id}) for update`;
  const [found] = await sql<(Aside & SealedRow & { deposit_id: string | null; height: number | null })[]>`
    select id, coin, account_id, index, key, txid, n, amount_units, deposit_id, height, sealed_facts(u) as facts, mac
    from unclaimed_deposits u where id = ${id} for update`;
  if (!found) throw new AppError('not_found', message('unclaimed.missing'));
  const { facts, mac, ...aside } = found;
  if (!checkSeals(ctx, { table: 'unclaimed_deposits', id, facts, mac }))
    throw new ForgedRowError('unclaimed_deposits', id);
  if (aside.deposit_id !== null) throw new AppError('conflict', message('unclaimed.assigned_already'));
  if (aside.height === null) throw new AppError('conflict', message('unclaimed.not_on_chain'));
  return aside;
}
