import type { Input, Reply } from '#contracts/call.ts';
import type { viewEvidence as contract } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';

/** Says where a programme's contract is kept; who asked is in the audit log. */
export async function viewEvidence(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor);
  return transaction(ctx.sql, async (sql) => {
    const [evidence] = await sql<{ evidence_ref: string; evidence_sha256: string }[]>`
      select evidence_ref, encode(evidence_sha256, 'hex') as evidence_sha256 from programmes where id = ${id}`;
    if (!evidence) throw new AppError('not_found', message('programme.not_found'));
    await appendAudit(sql, { ...by(actor), action: 'programme.evidence_viewed', subject: id });
    return { data: evidence };
  });
}
