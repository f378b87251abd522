import type { Input, Reply } from '#contracts/call.ts';
import type { searchOwn as contract, FoundOwn } from '#contracts/office/lookup.ts';
import type { Db } from '#platform/db/client.ts';
import { escapeLike } from '#platform/db/escape-like.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { matchingTickets } from '../../desk/support/search/matching-tickets.ts';
import { offeredBrands } from '../../shop/brands/offered/offered-brands.ts';
import { findBrands } from '../../shop/brands/search/find-brands.ts';

const EACH = 5;
const MIN_LETTERS = 2;

interface Sought {
  user_id: string;
  q: string;
  /** null where the text isn't a number. */
  number: string | null;
}

/** A few of everything that a text can mean for a buyer: what is on offer, and what is their own. */
export async function searchOwn(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const q = query.q.trim();
  if (q.length < MIN_LETTERS) return { data: [] };
  const { sql } = ctx;
  const sought = { user_id: actor.user.id, q, number: /^#?(\d{1,15})$/.exec(q)?.[1] ?? null };
  // An inactive account has neither, and no page for them.
  const active = !actor.user.roles.includes('inactive');
  const searches = [
    ...(active ? [findOffered(ctx, actor, q), findOrders(sql, sought), findCards(sql, sought)] : []),
    findPayments(sql, sought),
    findTickets(sql, sought),
  ];
  return { data: (await Promise.all(searches)).flat() };
}

async function findOffered(ctx: Ctx, actor: Actor, q: string): Promise<FoundOwn[]> {
  const { found, nearest } = findBrands({ ...(await offeredBrands(ctx)), locale: localeOf(actor) }, { q });
  if (nearest) return [];
  return found.slice(0, EACH).map(({ brand: { slug, name } }) => ({
    kind: 'brand' as const,
    id: slug,
    order_id: null,
    title: name,
    detail: null,
    amount: null,
  }));
}

async function findOrders(sql: Db, { user_id, number }: Sought): Promise<FoundOwn[]> {
  if (number === null) return [];
  const rows = await sql<FoundOwn[]>`
    select 'order' as kind, id, null as order_id, '#' || number as title, null as detail,
      json_build_object('cents', total_cents, 'currency', 'USD') as amount
    from orders where number = ${number}::bigint and user_id = ${user_id}`;
  return [...rows];
}

/** By the brand or programme, the buyer's own note, or the number of the order. */
async function findCards(sql: Db, { user_id, q, number }: Sought): Promise<FoundOwn[]> {
  const pattern = `%${escapeLike(q)}%`;
  const rows = await sql<FoundOwn[]>`
    select 'card' as kind, c.id, o.id as order_id, p.name as title, concat_ws(' · ', '#' || o.number, nullif(l.note, '')) as detail,
      json_build_object('cents', l.face_cents, 'currency', p.currency) as amount
    from orders o join order_lines l on l.order_id = o.id join cards c on c.id = l.card_id
      join programmes p on p.id = c.programme_id
    where o.user_id = ${user_id}
      and (p.name ilike ${pattern} or l.note ilike ${pattern} or o.number = ${number}::bigint)
    order by l.id desc limit ${EACH}`;
  return [...rows];
}

async function findPayments(sql: Db, { user_id, number }: Sought): Promise<FoundOwn[]> {
  if (number === null) return [];
  const rows = await sql<FoundOwn[]>`
    select 'payment' as kind, id, null as order_id, '#' || number || ' ' || coin as title, null as detail,
      json_build_object('cents', amount_cents, 'currency', 'USD') as amount
    from payments where number = ${number}::bigint and user_id = ${user_id}`;
  return [...rows];
}

/** The ticket of a number goes first: other tickets may have it in their texts. */
async function findTickets(sql: Db, { user_id, q, number }: Sought): Promise<FoundOwn[]> {
  const found = await matchingTickets(sql, q);
  const rows = await sql<FoundOwn[]>`
    select 'ticket' as kind, t.id, null as order_id, '#' || t.number || ' ' || t.subject as title, null as detail,
      null as amount
    from tickets t where t.user_id = ${user_id} and ${found.listed()}
    order by (t.number is not distinct from ${number}::bigint) desc, t.updated_at desc, t.id desc limit ${EACH}`;
  return [...rows];
}
