import type { Coin, Transfer } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { type MinedAt, recordDeposit } from '../../deposits/record-deposit.ts';
import { isGivenOut, recordUnclaimed } from './record-unclaimed.ts';

/** Records a transfer to one of our addresses: as its owner's deposit, or each of its outputs as an unclaimed one. */
export async function recordTransfer(
  ctx: VaultCtx,
  sql: Db,
  coin: Coin,
  transfer: Transfer,
  at: MinedAt,
): Promise<void> {
  if (await isGivenOut(ctx, sql, coin, transfer.key)) return recordDeposit(ctx, sql, coin, transfer, at);
  const { outputs, ...paid } = transfer;
  for (const output of outputs ?? [paid])
    await recordUnclaimed(ctx, sql, coin, { ...paid, n: output.n, amount: output.amount }, at);
}
