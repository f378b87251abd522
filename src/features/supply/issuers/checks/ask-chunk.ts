import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { codeDigest } from '../../../oversight/import-guard/code-digest.ts';
import { dataKeyAad, openSecret } from '../../batches/secrets/card-secret.ts';
import { openAdapter } from '../../programmes/facts/facts-row.ts';
import { AdapterError } from '../adapter/adapter-error.ts';
import type { IssuerClient } from '../adapter/create-issuer-client.ts';
import { applyAnswer } from './apply-answer.ts';
import { finishCheck } from './finish-check.ts';
import { targets } from './targets.ts';

/** Digests of one question. */
const CHUNK = 500;

interface Running {
  id: string;
  batch_id: string;
  programme_id: string;
  after_card: string | null;
  data_key: Buffer;
  registration_ref: string;
  adapter_url: string | null;
  adapter_data_key: Buffer;
  adapter_secret: Buffer;
}

/**
 * Asks about the next cards of a check: false once there are none left. What the issuer says and how far the check got
 * are one transaction, so any process may go on where another one died.
 */
export async function askChunk(ctx: VaultCtx, client: IssuerClient, check_id: string): Promise<boolean> {
  const { sql, vault } = ctx;
  const [running] = await sql<Running[]>`
    select i.id, i.batch_id, i.after_card, b.data_key, p.id as programme_id, p.registration_ref, p.adapter_url,
      p.adapter_data_key, p.adapter_secret
    from issuer_checks i join batches b on b.id = i.batch_id join programmes p on p.id = b.programme_id
    where i.id = ${check_id} and i.ended_at is null`;
  if (!running) return false;
  const { batch_id, programme_id, registration_ref, adapter_url: url } = running;
  if (url === null) throw new AdapterError('no_adapter');
  const cards = await sql<{ id: string; sealed: Buffer }[]>`
    select c.id, c.sealed from cards c
    where c.batch_id = ${batch_id} and c.id > ${running.after_card ?? FIRST_ID} and ${targets(sql)}
    order by c.batch_id, c.id limit ${CHUNK}`;
  if (cards.length === 0) {
    await finishCheck(ctx, check_id);
    return false;
  }
  const details = { batch_id, cards: cards.length };
  await appendAudit(sql, { actor_id: null, action: 'issuer_check.cards_opened', subject: check_id, details });
  const key = vault.unwrap(running.data_key, dataKeyAad(batch_id));
  const digests = cards.map(({ id, sealed }) => {
    const { code, url: link } = openSecret(vault, key, { card_id: id, programme_id }, sealed);
    return codeDigest(code ?? link ?? '');
  });
  const secret = openAdapter(vault, programme_id, running);
  const answer = await client.ask({ programme_id, registration_ref, url, secret }, digests);
  const statuses = new Map(cards.map(({ id }, at) => [id, answer.cards.get(digests[at]!)!.status]));
  await transaction(sql, (tx) => applyAnswer(ctx, tx, { check_id, batch_id, before: running.after_card, statuses }));
  return true;
}
