import type { Input, Reply } from '#contracts/call.ts';
import type { revokeKey as contract } from '#contracts/supply/issuer-keys.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { raiseAlert } from '../../oversight/alerts/raise-alert.ts';
import { unconfirmCards } from '../batches/cards/unconfirm-cards.ts';
import { endKey } from '../programmes/keys/end-key.ts';
import { keyRevokedAlert } from './key-revoked-alert.ts';

const CHUNK = 5000;

/**
 * Revokes a key at once: one approver is enough to stop. What it confirmed and nobody bought is unconfirmed again, until
 * a manifest of another key names it.
 */
export async function revokeKey(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'approver');
  const now = ctx.clock.now();
  const unconfirmed = await transaction(ctx.sql, async (sql) => {
    // Waits for a manifest that is being read with this key.
    const [key] = await sql<{ programme_id: string; name: string; valid: boolean }[]>`
      select k.programme_id, p.name, k.approved_at is not null and k.revoked_at is null as valid
      from issuer_keys k join programmes p on p.id = k.programme_id where k.id = ${id} for update of k`;
    if (!key) throw new AppError('not_found', message('issuer_key.not_found'));
    if (!key.valid) throw new AppError('conflict', message('issuer_key.not_valid'));
    await endKey(sql, { key_id: id, revoked_by: actor.user.id, reason, now });
    const cards = await takeBack(ctx, sql, id);
    const { programme_id, name } = key;
    await appendAudit(sql, {
      ...by(actor),
      action: 'issuer_key.revoked',
      subject: id,
      details: { programme_id, cards, reason },
    });
    await raiseAlert(sql, now, { kind: keyRevokedAlert, subject: id, details: { name, programme_id, cards } });
    return cards;
  });
  return { data: { id, unconfirmed } };
}

/** Takes a key's confirmations from the cards that nobody bought. Returns how many those were. */
async function takeBack(ctx: Ctx, sql: Tx, key_id: string): Promise<number> {
  for (let cards = 0; ; ) {
    const count = await unconfirmCards(
      ctx,
      sql,
      sql`id in (
        select c.id from confirmations f join cards c on c.batch_id = f.batch_id and c.confirmation_id = f.id
        where f.key_id = ${key_id} and c.state not in ('sold', 'expired', 'withdrawn', 'void') limit ${CHUNK})`,
    );
    cards += count;
    if (count < CHUNK) return cards;
  }
}
