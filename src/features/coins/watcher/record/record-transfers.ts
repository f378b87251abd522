import type { Coin, Transfer } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { type MinedAt, recordDeposits } from '../../deposits/record-deposits.ts';
import { findDust } from '../../dust/find-dust.ts';
import { recordDust } from '../../dust/record-dust.ts';
import { findGivenOut, recordUnclaimed } from './record-unclaimed.ts';

/** Records transfers to our addresses: as their owners' deposits or dust, or each of their outputs as an unclaimed deposit. */
export async function recordTransfers(
  ctx: VaultCtx,
  sql: Db,
  coin: Coin,
  transfers: readonly Transfer[],
  at: MinedAt,
): Promise<void> {
  if (transfers.length === 0) return;
  const given = await findGivenOut(ctx, sql, coin, [...new Set(transfers.map(({ key }) => key))]);
  const owned = transfers.filter(({ key }) => given.has(key));
  for (const transfer of transfers) if (!given.has(transfer.key)) await recordNobodys(ctx, sql, coin, transfer, at);
  const dust = await findDust(ctx, sql, coin, owned);
  await recordDeposits(
    ctx,
    sql,
    coin,
    owned.filter((transfer) => !dust.has(transfer)),
    at,
  );
  await recordDust(ctx, sql, coin, [...dust], at);
}

async function recordNobodys(
  ctx: VaultCtx,
  sql: Db,
  coin: Coin,
  { outputs, ...paid }: Transfer,
  at: MinedAt,
): Promise<void> {
  for (const output of outputs ?? [paid])
    await recordUnclaimed(ctx, sql, coin, { ...paid, n: output.n, amount: output.amount }, at);
}
