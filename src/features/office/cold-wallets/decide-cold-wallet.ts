import type { Input } from '#contracts/call.ts';
import type { decideColdWallet as contract } from '#contracts/office/cold-wallets.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { changeRow, ForgedRowError } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { parseSource } from './wallet/parse-source.ts';
import { lockWallet } from './wallet/read-wallets.ts';
import { refuseOverlap } from './wallet/refuse-overlap.ts';
import { additionKind } from './wallet/wallet-kinds.ts';

/** Watches a wallet from now on, as somebody else proposed it, or not. */
export async function decideColdWallet(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const { coin, name, source } = await lockWallet(sql, id, 'proposed');
    const verdict = { kind: additionKind, subject: id, id: proposal_id, decision, reason };
    const { facts } = await decide(ctx, sql, actor, verdict);
    if (facts.coin !== coin || facts.source !== source) throw new ForgedRowError('cold_wallets', id);
    // Another wallet with the same addresses may be watched since it was proposed.
    if (decision === 'approved') {
      const { chain, ...wallet } = parseSource(ctx.chains, coin, source);
      await refuseOverlap(ctx, sql, chain, wallet);
    }
    const state = decision === 'approved' ? 'watched' : 'rejected';
    await changeRow(ctx.vault, sql, { table: 'cold_wallets', id }, { state });
    const details = { coin, name, source, reason };
    await appendAudit(sql, { ...by(actor), action: `cold_wallet.${state}`, subject: id, details });
  });
}
