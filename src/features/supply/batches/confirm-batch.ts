import { createHash } from 'node:crypto';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { openConfirmation } from './cards/open-confirmation.ts';
import { confirmCards } from './confirm-cards.ts';
import { readManifest } from './manifest.ts';

export interface Confirmation {
  /** Cards that this manifest confirmed. */
  confirmed: number;
  /** Cards of the manifest that the batch doesn't have, or that were confirmed before. */
  unknown: number;
  /** Cards of the batch that no manifest has named yet; they stay off sale. */
  unconfirmed: number;
}

const CHUNK = 5000;

/** Confirms a batch's cards by a manifest that its issuer signed (P3). Those of an approved batch go on sale, unless they are in quarantine. */
export async function confirmBatch(
  ctx: VaultCtx,
  actor: Actor,
  { batch_id, manifest: signed }: { batch_id: string; manifest: string },
): Promise<Confirmation> {
  requireDuty(actor, 'importer');
  const result = await transaction(ctx.sql, async (sql) => {
    const [batch] = await sql<
      { state: string; invoice_reference: string; registration_ref: string; programme_id: string }[]
    >`
      select b.state, b.invoice_reference, p.registration_ref, b.programme_id
      from batches b join programmes p on p.id = b.programme_id where b.id = ${batch_id} for update of b`;
    if (!batch) throw new AppError('not_found', message('batch.not_found'));
    const now = ctx.clock.now();
    const keys = await sql<{ id: string; public_key: Buffer }[]>`
      select id, public_key from issuer_keys
      where programme_id = ${batch.programme_id} and approved_at is not null
        and replaced_at is null and revoked_at is null
        and valid_from <= ${now} for share`;
    const manifest = readManifest(signed, keys);
    if (manifest.programme !== batch.registration_ref || manifest.invoice !== batch.invoice_reference) {
      throw invalidField('manifest', message('manifest.other'));
    }
    if (batch.state !== 'imported' && batch.state !== 'approved') {
      throw new AppError('conflict', message('batch.nothing_to_confirm'));
    }
    const manifest_sha256 = createHash('sha256').update(signed).digest();
    const confirmation_id = await openConfirmation(sql, { batch_id, key_id: manifest.key.id, manifest_sha256, now });
    let confirmed = 0;
    for (let at = 0; at < manifest.digests.length; at += CHUNK) {
      const indexes = manifest.digests.slice(at, at + CHUNK).map((digest) => ctx.vault.blindIndex(digest));
      const which = sql`blind_index = any(${sql.array(indexes, 1001)})`;
      confirmed += await confirmCards(ctx, sql, {
        batch_id,
        state: batch.state,
        confirmation_id,
        which,
      });
    }
    const [left] = await sql<{ unconfirmed: number }[]>`
      select count(*) as unconfirmed from cards
      where batch_id = ${batch_id} and state in ('unconfirmed', 'quarantined') and not issuer_confirmed`;
    await sql`update batches set confirmed_at = coalesce(confirmed_at, ${now}) where id = ${batch_id}`;
    const counts = { confirmed, unknown: manifest.digests.length - confirmed, unconfirmed: left!.unconfirmed };
    const details = { ...counts, manifest_sha256: manifest_sha256.toString('hex'), key_id: manifest.key.id };
    await appendAudit(sql, { ...by(actor), action: 'batch.confirmed', subject: batch_id, details });
    return counts;
  });
  return result;
}
