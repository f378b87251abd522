import { pastedCardsIn } from '#contracts/desk/code-placeholder.ts';
import type { PastedCard } from '#contracts/desk/pasted-codes.ts';
import type { Db } from '#platform/db/client.ts';

/** Which cards the codes were of that a writer's texts held. */
export async function readPastedCards(
  sql: Db,
  { texts, user_id }: { texts: readonly string[]; user_id: string | null },
): Promise<PastedCard[]> {
  const refs = [...new Set(texts.flatMap(pastedCardsIn))];
  if (refs.length === 0) return [];
  const rows = await sql<PastedCard[]>`
    select p.ref, o.id as order_id, o.number as order_number, coalesce(o.user_id = p.user_id, false) as own,
      (select count(*) from order_lines x where x.order_id = o.id and x.id <= l.id)::int as place
    from pasted_codes p
    left join lateral (
      select l.id, l.order_id from order_lines l join orders o on o.id = l.order_id where l.card_id = p.card_id
      order by o.user_id is not distinct from p.user_id desc, l.id desc limit 1
    ) l on true left join orders o on o.id = l.order_id
    where p.ref = any(${refs}) and p.user_id is not distinct from ${user_id} order by p.ref`;
  return [...rows];
}
