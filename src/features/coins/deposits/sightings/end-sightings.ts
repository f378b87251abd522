import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';

/** Ends the sightings that transactions make impossible: one of them uses up an input of theirs. */
export async function endConflicting(
  sql: Db,
  now: Date,
  coin: Coin,
  transactions: readonly { txid: string; spends: string[] }[],
): Promise<void> {
  const spentBy = new Map(transactions.flatMap(({ txid, spends }) => spends.map((spent) => [spent, txid] as const)));
  if (spentBy.size === 0) return;
  const sharing = await sql<{ id: number; txid: string; spends: string[] }[]>`
    select id, txid, spends from seen_hints
    where coin = ${coin} and deposit_id is null and gone_at is null and spends && ${[...spentBy.keys()]}`;
  const isReplaced = ({ txid, spends }: (typeof sharing)[number]) =>
    spends.some((spent) => spentBy.has(spent) && spentBy.get(spent) !== txid);
  await endSightings(sql, now, sharing.filter(isReplaced));
}

/** Sightings whose transaction is dead: they fix no rate any more, and their payments show it. */
export async function endSightings(sql: Db, now: Date, sightings: readonly { id: number }[]): Promise<void> {
  if (sightings.length === 0) return;
  const ended = await sql<{ payment_id: string; user_id: string }[]>`
    update seen_hints h set gone_at = ${now}, mac = null from payments p
    where h.id = any(${sightings.map(({ id }) => id)}) and h.deposit_id is null and h.gone_at is null
      and p.id = h.payment_id
    returning h.payment_id, p.user_id`;
  for (const { payment_id, user_id } of ended) await publishUserEvent(sql, user_id, 'payment', { id: payment_id });
}
