import type { Input } from '#contracts/call.ts';
import type { proposeColdWalletRemoval as contract } from '#contracts/office/cold-wallets.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { lockWallet } from './wallet/read-wallets.ts';
import { removalKind } from './wallet/wallet-kinds.ts';

/** Proposes to watch a wallet no longer. Its balances so far and the labels of outflows to it stay. */
export async function proposeColdWalletRemoval(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const { coin, name } = await lockWallet(sql, id, 'watched');
    await propose(ctx, sql, actor, { kind: removalKind, subject: id, facts: { coin, name }, reason });
  });
}
