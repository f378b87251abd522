import type { Input, Reply } from '#contracts/call.ts';
import type { decideSeller as contract } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../../ctx.ts';
import type { ProposalFacts } from '../../../feature.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { refuseListed } from '../screening/screen-seller.ts';
import { lockSeller } from '../seller/lock-seller.ts';
import { readSeller } from '../seller/read-sellers.ts';
import { sellerKinds } from '../seller/seller-kinds.ts';

/** Verifies a seller or changes their terms, as somebody else proposed; not by who recorded the seller. */
export async function decideSeller(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const seller = await lockSeller(sql, id);
    const [asked] = await sql<{ kind: string }[]>`select kind from proposals where id = ${proposal_id}`;
    const kind = Object.values(sellerKinds).find(({ name }) => name === asked?.kind) ?? sellerKinds.verification;
    if (seller.created_by === actor.user.id) throw new AppError('forbidden', message('seller.four_eyes'));
    const proposal = await decide(ctx, sql, actor, { kind, subject: id, id: proposal_id, decision, reason });
    if (decision === 'approved') await apply(sql, actor, id, kind === sellerKinds.terms ? proposal.facts : undefined);
    return readSeller(ctx, sql, actor, id);
  });
  return { data };
}

async function apply(sql: Tx, actor: Actor, id: string, terms: ProposalFacts | undefined): Promise<void> {
  if (terms) {
    const { name: _name, ...columns } = terms;
    await sql`update sellers set ${sql(columns)} where id = ${id}`;
    await appendAudit(sql, { ...by(actor), action: 'seller.terms_changed', subject: id, details: columns });
    return;
  }
  await refuseListed(sql, id);
  await sql`update sellers set state = 'verified', screened_list_id = null where id = ${id}`;
  await appendAudit(sql, { ...by(actor), action: 'seller.verified', subject: id });
}
