import type { Input, Reply } from '#contracts/call.ts';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { searchEverything as contract, Found } from '#contracts/office/lookup.ts';
import type { Db } from '#platform/db/client.ts';
import { escapeLike } from '#platform/db/escape-like.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { findUsers } from '../../customers/users/person/find-users.ts';
import { matchingTickets } from '../../desk/support/search/matching-tickets.ts';
import type { Brought, UserFinder } from '../../feature.ts';

const EACH = 5;
const MIN_LETTERS = 2;

/** Whose pages these duties open. */
const TICKETS = ['support', 'auditor'];
const PEOPLE = ['support', 'approver', 'auditor'];
const ORDERS = [...PEOPLE, 'payouts'];
const STOCK = ['importer', 'approver', 'payouts', 'auditor'];

/** A few of everything that a text can mean. */
export const searchEverything = ({ userFinders }: Brought) =>
  async function searchEverything(
    { sql }: Ctx,
    actor: Actor,
    { query }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    const q = query.q.trim();
    if (q.length < MIN_LETTERS) return { data: [] };
    const number = /^#?(\d{1,15})$/.exec(q)?.[1] ?? null;
    const searches = [
      ...(holdsDuty(actor.user.roles, ...TICKETS) ? [findTickets(sql, q, number)] : []),
      ...(holdsDuty(actor.user.roles, ...PEOPLE)
        ? [findPeople(sql, userFinders, { q, number }), findPayments(sql, number)]
        : []),
      ...(holdsDuty(actor.user.roles, ...ORDERS) ? [findOrders(sql, number)] : []),
      findProgrammes(sql, q),
      ...(holdsDuty(actor.user.roles, ...STOCK) ? [findBatches(sql, q)] : []),
    ];
    return { data: (await Promise.all(searches)).flat() };
  };

/** The ticket of a number goes first: other tickets may have it in their texts. */
async function findTickets(sql: Db, q: string, number: string | null): Promise<Found[]> {
  const found = await matchingTickets(sql, q);
  const rows = await sql<Found[]>`
    select 'ticket' as kind, t.id, '#' || t.number || ' ' || t.subject as title,
      coalesce(u.username, t.guest_email) as detail
    from tickets t left join users u on u.id = t.user_id where ${found.listed()}
    order by (t.number is not distinct from ${number}::bigint) desc, t.updated_at desc, t.id desc limit ${EACH}`;
  return [...rows];
}

/** Finds people as the list of users does. Numbers are left to orders and payments. */
async function findPeople(
  sql: Db,
  finders: readonly UserFinder[],
  { q, number }: { q: string; number: string | null },
): Promise<Found[]> {
  const ways = findUsers(sql, finders, q, { which: sql`u.erased_at is null`, limit: EACH });
  const rows = await sql<Found[]>`
    with found as materialized (${ways})
    select 'user' as kind, u.id, u.username as title, null as detail from found f join users u on u.id = f.id
    where ${number === null} or f.found_by = 'name' order by u.username limit ${EACH}`;
  return [...rows];
}

async function findOrders(sql: Db, number: string | null): Promise<Found[]> {
  if (number === null) return [];
  const rows = await sql<Found[]>`
    select 'order' as kind, o.id, '#' || o.number as title, u.username as detail
    from orders o join users u on u.id = o.user_id where o.number = ${number}::bigint`;
  return [...rows];
}

/** What arrived for a payment, by the payment's number. */
async function findPayments(sql: Db, number: string | null): Promise<Found[]> {
  if (number === null) return [];
  const rows = await sql<Found[]>`
    select 'payment' as kind, d.id, '#' || p.number || ' ' || d.coin as title, u.username as detail
    from payments p join deposits d on d.payment_id = p.id join users u on u.id = p.user_id
    where p.number = ${number}::bigint order by d.id limit ${EACH}`;
  return [...rows];
}

async function findProgrammes(sql: Db, q: string): Promise<Found[]> {
  const rows = await sql<Found[]>`
    select 'programme' as kind, id, name as title, issuer_name as detail from programmes
    where name ilike ${`%${escapeLike(q)}%`} order by name limit ${EACH}`;
  return [...rows];
}

async function findBatches(sql: Db, q: string): Promise<Found[]> {
  const rows = await sql<Found[]>`
    select 'batch' as kind, b.id, b.name as title, p.name as detail from batches b
    join programmes p on p.id = b.programme_id
    where b.name ilike ${`%${escapeLike(q)}%`} order by b.name limit ${EACH}`;
  return [...rows];
}
