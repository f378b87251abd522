import { randomBytes } from 'node:crypto';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { type Actor, by } from '../../../ctx.ts';

const SMALLEST_BATCH = 50;
const PER_THOUSAND = 3;
const MAX_CANARIES = 20;

/** How many cards of a batch are kept as canaries. */
export const canariesOf = (cards: number): number =>
  cards < SMALLEST_BATCH ? 0 : Math.min(MAX_CANARIES, Math.max(1, Math.round((cards * PER_THOUSAND) / 1000)));

/**
 * Picks, at random, the cards of a locked batch that are never sold (P11), as far as they aren't on sale yet. Their issuer
 * is asked about them, or reports what was redeemed. Returns how many the batch has.
 */
export async function chooseCanaries(sql: Tx, actor: Actor, batch_id: string): Promise<number> {
  const [batch] = await sql<[{ cards: number; chosen: number }]>`
    select (select count(*) from cards where batch_id = b.id and state <> 'void') as cards,
      (select count(*) from cards where batch_id = b.id and canary) as chosen
    from batches b where b.id = ${batch_id}`;
  const { cards, chosen } = batch;
  const missing = canariesOf(cards) - chosen;
  if (missing <= 0) return chosen;
  const { count } = await sql`
    update cards set canary = true where id in (
      select id from cards where batch_id = ${batch_id} and state = 'unconfirmed' and not canary and not undone
      order by sha256(${randomBytes(16)}::bytea || uuid_send(id)) limit ${missing})`;
  if (count > 0) {
    const details = { cards: count };
    await appendAudit(sql, { ...by(actor), action: 'batch.canaries_chosen', subject: batch_id, details });
  }
  return chosen + count;
}
