import type { Input } from '#contracts/call.ts';
import type { decideColdWalletRemoval as contract } from '#contracts/office/cold-wallets.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { changeRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { lockWallet } from './wallet/read-wallets.ts';
import { removalKind } from './wallet/wallet-kinds.ts';

/** Watches a wallet no longer, as somebody else proposed, or goes on. */
export async function decideColdWalletRemoval(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const { coin, name } = await lockWallet(sql, id, 'watched');
    await decide(ctx, sql, actor, { kind: removalKind, subject: id, id: proposal_id, decision, reason });
    if (decision === 'rejected') return;
    await changeRow(ctx.vault, sql, { table: 'cold_wallets', id }, { state: 'removed' });
    await appendAudit(sql, {
      ...by(actor),
      action: 'cold_wallet.removed',
      subject: id,
      details: { coin, name, reason },
    });
  });
}
