import type { Coin, Transfer } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { type MinedAt, recordDeposit } from '../../deposits/record-deposit.ts';
import { isGivenOut, recordUnclaimed } from './record-unclaimed.ts';

/** Records a transfer to one of our addresses: as its owner's deposit, or as an unclaimed deposit. */
export async function recordTransfer(
  ctx: VaultCtx,
  sql: Db,
  coin: Coin,
  transfer: Transfer,
  at: MinedAt,
): Promise<void> {
  const record = (await isGivenOut(ctx, sql, coin, transfer.key)) ? recordDeposit : recordUnclaimed;
  await record(ctx, sql, coin, transfer, at);
}
