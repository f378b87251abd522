import type { Tx } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import type { Ctx } from '../../../ctx.ts';
import { stateWhenReturned } from '../states/state-when-returned.ts';
import { unconfirmCards } from './unconfirm-cards.ts';

/**
 * Puts a returned card back where its batch's others are; unconfirmed if the key that confirmed it was revoked since it
 * was sold. Where its issuer can be asked, it stays off sale until a job has asked about the line it was sold by.
 */
export async function putBack(
  ctx: Ctx,
  sql: Tx,
  { card_id, line_id }: { card_id: string; line_id: string },
): Promise<void> {
  const [key] = await sql<{ revoked_at: string | null }[]>`
    select k.revoked_at from cards c join confirmations f on f.id = c.confirmation_id
    join issuer_keys k on k.id = f.key_id
    where c.id = ${card_id} for share of k`;
  const state = stateWhenReturned(sql, ctx.clock);
  const [back] = await sql<{ asks: boolean }[]>`
    update cards c set state = case when p.adapter_url is not null
      and ${state} = 'available' then 'paused' else ${state} end
    from batches b, programmes p
    where c.id = ${card_id} and c.state = 'sold' and b.id = c.batch_id and p.id = c.programme_id
    returning p.adapter_url is not null and c.state = 'paused' as asks`;
  if (key?.revoked_at) {
    await unconfirmCards(ctx, sql, sql`id = ${card_id}`);
  } else if (back?.asks) {
    const now = ctx.clock.now();
    await sql`insert into returned_cards (card_id, line_id, returned_at) values (${card_id}, ${line_id}, ${now})`;
    await addJob(sql, 'returned', { card_id }, { key: `returned:${card_id}` });
  }
}
