import type { VaultCtx } from '../../../ctx.ts';
import { openCard, type SealedCard } from '../../../supply/batches/secrets/card-secret.ts';

/** Opens the newest card of each batch; returns how many, and a problem for each that the master key doesn't open. */
export async function openSamples({ sql, vault }: VaultCtx): Promise<{ opened: number; problems: string[] }> {
  const cards = await sql<SealedCard[]>`
    select c.id as card_id, c.programme_id, c.batch_id, b.data_key, c.sealed from batches b
    cross join lateral (select id, programme_id, batch_id, sealed from cards
      where batch_id = b.id order by id desc limit 1) c`;
  const problems = cards.flatMap((card) => {
    try {
      openCard(vault, card);
      return [];
    } catch {
      return [`card ${card.card_id} of batch ${card.batch_id} doesn't open with the master key`];
    }
  });
  return { opened: cards.length - problems.length, problems };
}
