import type { Input, Reply } from '#contracts/call.ts';
import type { proposeColdWallet as contract } from '#contracts/office/cold-wallets.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { parseSource } from './wallet/parse-source.ts';
import { refuseOverlap } from './wallet/refuse-overlap.ts';
import { additionKind } from './wallet/wallet-kinds.ts';

/** Proposes to watch a wallet of the operator. What is given is public, or it is refused. */
export async function proposeColdWallet(
  ctx: Ctx,
  actor: Actor,
  { body: { coin, name, source: given, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { chain, ...wallet } = parseSource(ctx.chains, coin, given);
  const { kind, source } = wallet;
  const id = await transaction(ctx.sql, async (sql) => {
    const [row] = await sql<{ id: string; facts: string }[]>`
      insert into cold_wallets (coin, name, kind, source, created_by, created_at)
      values (${coin}, ${name}, ${kind}, ${source}, ${actor.user.id}, ${ctx.clock.now()})
      on conflict (coin, source) where state in ('proposed', 'watched') do nothing
      returning id, sealed_facts(cold_wallets) as facts`;
    if (!row) throw new AppError('conflict', message('cold_wallet.known'));
    await refuseOverlap(ctx, sql, chain, wallet);
    await sealRow(ctx.vault, sql, 'cold_wallets', row);
    await propose(ctx, sql, actor, { kind: additionKind, subject: row.id, facts: { coin, name, source }, reason });
    await appendAudit(sql, {
      ...by(actor),
      action: 'cold_wallet.proposed',
      subject: row.id,
      details: { coin, name, source },
    });
    return row.id;
  });
  return { data: { id } };
}
