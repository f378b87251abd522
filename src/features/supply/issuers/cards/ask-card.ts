import { randomUUIDv7 } from 'node:crypto';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { codeDigest } from '../../../oversight/import-guard/code-digest.ts';
import { dataKeyAad, openSecret } from '../../batches/secrets/card-secret.ts';
import { openAdapter } from '../../programmes/facts/facts-row.ts';
import { AdapterError } from '../adapter/adapter-error.ts';
import type { CardAnswer, SignedBytes } from '../adapter/read-answer.ts';
import { noteOutage } from './note-outage.ts';
import { type Cause, storeAnswer } from './store-answer.ts';

interface Sold {
  card_id: string;
  batch_id: string;
  programme_id: string;
  sealed: Uint8Array;
  data_key: Uint8Array;
  registration_ref: string;
  adapter_url: string | null;
  adapter_data_key: Uint8Array;
  adapter_secret: Uint8Array;
}

/**
 * Asks the issuer about the card of one order line and keeps the signed answer, or why there was none. Returns undefined
 * where the programme has no adapter. It waits for the issuer, so no transaction may be open.
 */
export async function askCard(
  ctx: VaultCtx,
  { line_id, cause, actor_id = null }: { line_id: string; cause: Cause; actor_id?: string | null },
): Promise<CardAnswer | 'no_answer' | undefined> {
  const { sql, vault } = ctx;
  const [sold] = await sql<Sold[]>`
    select l.card_id, l.batch_id, c.programme_id, c.sealed, b.data_key, p.registration_ref, p.adapter_url,
      p.adapter_data_key, p.adapter_secret
    from sold_cards l join cards c on c.id = l.card_id join batches b on b.id = l.batch_id
    join programmes p on p.id = c.programme_id where l.line_id = ${line_id}`;
  if (!sold?.adapter_url) return undefined;
  const { card_id, batch_id, programme_id, registration_ref, adapter_url: url } = sold;
  await appendAudit(sql, { actor_id, action: 'card.issuer_asked', subject: card_id, details: { line_id, cause } });
  const key = vault.unwrap(sold.data_key, dataKeyAad(batch_id));
  const { code, url: link } = openSecret(vault, key, { card_id, programme_id }, sold.sealed);
  const digest = codeDigest(code ?? link ?? '');
  const adapter = { programme_id, registration_ref, url, secret: openAdapter(vault, programme_id, sold) };
  const id = randomUUIDv7();
  try {
    const { cards, signed } = await ctx.issuers.ask(adapter, [digest]);
    const answer = cards.get(digest)!;
    const sealed = vault.seal(key, JSON.stringify(signed satisfies SignedBytes), answerAad(id));
    await transaction(sql, async (tx) => {
      await storeAnswer(vault, tx, {
        id,
        line_id,
        cause,
        asked_at: ctx.clock.now(),
        sealed,
        status: answer.status,
        balance_cents: answer.balance_cents ?? null,
        redeemed_at: answer.redeemed_at ?? null,
        never_redeemed: answer.redeemed_at === null,
      });
      await noteOutage(ctx, tx, { programme_id, line_id, failure: null });
    });
    return answer;
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const { failure } = error;
    ctx.log.warn({ card_id, failure }, 'an issuer gave no answer that counts');
    await transaction(sql, async (tx) => {
      await storeAnswer(vault, tx, { id, line_id, cause, asked_at: ctx.clock.now(), failure });
      await noteOutage(ctx, tx, { programme_id, line_id, failure });
    });
    return 'no_answer';
  }
}

/** Binds a sealed answer to its row. */
export const answerAad = (id: string) => `issuer answer ${id}`;
