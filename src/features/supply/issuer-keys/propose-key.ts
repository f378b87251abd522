import type { Input, Reply } from '#contracts/call.ts';
import type { proposeKey as contract } from '#contracts/supply/issuer-keys.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { requireOpen } from '../programmes/facts/check-facts.ts';
import { addKey } from '../programmes/keys/add-key.ts';
import { keyKind } from '../programmes/proposals/key-kind.ts';
import { comparePublishedKey } from '../programmes/published/compare-published-key.ts';

/** Proposes another key of a programme's issuer, beside the others or in place of one. */
export async function proposeKey(
  ctx: Ctx,
  actor: Actor,
  { params: { id: programme_id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'importer');
  const { public_key, replaces, valid_from } = body;
  const now = ctx.clock.now();
  const id = await transaction(ctx.sql, async (sql) => {
    const [programme] = await sql<{ state: string; name: string }[]>`
      select state, name from programmes where id = ${programme_id}`;
    if (!programme) throw new AppError('not_found', message('programme.not_found'));
    requireOpen(programme.state);
    if (replaces !== null) {
      const [other] = await sql`
        select 1 from issuer_keys where id = ${replaces} and programme_id = ${programme_id} and approved_at is not null
          and replaced_at is null and revoked_at is null`;
      if (!other) throw invalidField('replaces', message('issuer_key.not_valid'));
    }
    const key = { programme_id, public_key, valid_from: valid_from ?? now, replaces, now };
    const id = await addKey(sql, key).catch((error) => {
      if (isUniqueViolation(error)) throw invalidField('public_key', message('issuer_key.known'));
      throw error;
    });
    const details = { programme_id, replaces };
    await appendAudit(sql, { ...by(actor), action: 'issuer_key.proposed', subject: id, details });
    await propose(ctx, sql, actor, { kind: keyKind, subject: id, facts: { name: programme.name, programme_id } });
    return id;
  });
  await comparePublishedKey(ctx, id);
  return { data: { id } };
}
