import type { Input, Reply } from '#contracts/call.ts';
import type { listBatchCards as contract } from '#contracts/supply/stock.ts';
import { decodeCursor, type KeysetOrder, keysetPage } from '#platform/db/keyset.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { requireVisible } from '../sellers/access/require-visible.ts';

const ORDER: KeysetOrder = { name: 'batch_cards', kinds: ['uuid'] };
type Row = Reply<typeof contract>['data'][number];

/** The cards of a batch without their secrets. */
export async function listBatchCards(
  { sql }: Ctx,
  actor: Actor,
  { params: { id }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const limit = query.per_page ?? 20;
  const cursor = query.cursor === undefined ? undefined : decodeCursor(ORDER, query.cursor);
  const back = cursor?.direction === 'prev';
  await requireVisible(sql, actor, id);
  const [batch] = await sql<[{ approved: boolean }]>`
    select state = 'approved' as approved from batches where id = ${id}`;
  // A canary looks like the other cards of its batch, also to whoever filters.
  const state = sql`case when canary and state = 'paused' and ${batch.approved} then 'available' else state end`;
  const fetched = await sql<Row[]>`
    select id, ${state} as state, face_cents, price_cents, discount_bp, expires_on, issuer_confirmed,
      unusable_at, price_changed_at
    from cards where batch_id = ${id} ${query.state ? sql`and ${state} = ${query.state}` : sql``}
      ${cursor ? sql`and id ${back ? sql`<` : sql`>`} ${cursor.values[0]!}::uuid` : sql``}
    order by batch_id ${back ? sql`desc, id desc` : sql`, id`} limit ${limit + 1}`;
  const page = keysetPage({ order: ORDER, cursor, limit, fetched, key: (card) => [card.id] });
  const params = new URLSearchParams({
    ...(query.state && { state: query.state }),
    per_page: String(limit),
    cursor: '',
  });
  const path = `/api/resellers/${id}/cards?${params}`;
  const links = { prev: page.prev && path + page.prev, next: page.next && path + page.next };
  return { data: page.rows, meta: { per_page: limit }, links };
}
