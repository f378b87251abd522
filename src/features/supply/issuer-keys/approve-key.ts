import type { Input, Reply } from '#contracts/call.ts';
import type { approveKey as contract } from '#contracts/supply/issuer-keys.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { requireFingerprint } from '../programmes/facts/key-fingerprint.ts';
import { keyKind } from '../programmes/proposals/key-kind.ts';
import { refuseOtherKey } from '../programmes/published/compare-published-key.ts';

/** Approves a key by the end of its fingerprint, unless its issuer publishes others. With the second approval it is valid, and the one that it replaces isn't any more. */
export async function approveKey(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  await refuseOtherKey(ctx, id);
  return transaction(ctx.sql, async (sql) => {
    const [key] = await sql<{ public_key: Uint8Array }[]>`select public_key from issuer_keys where id = ${id}`;
    if (!key) throw new AppError('not_found', message('issuer_key.not_found'));
    const decision = { id: body.proposal_id, decision: 'approved', reason: body.reason } as const;
    const { settled, id: proposal_id } = await decide(ctx, sql, actor, { kind: keyKind, subject: id, ...decision });
    requireFingerprint(key.public_key, body.fingerprint_end);
    if (settled) {
      await sql`select put_key_in_force(${proposal_id})`;
      await appendAudit(sql, { ...by(actor), action: 'issuer_key.approved', subject: id });
    }
    return { data: { id, state: settled ? 'valid' : 'proposed' } };
  });
}
