import type { Input, Reply } from '#contracts/call.ts';
import { type listDeskTickets as contract, DESK_VIEWS } from '#contracts/desk/desk.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { matchingTickets } from '../support/search/matching-tickets.ts';
import { labelled } from '../support/ticket/summary-columns.ts';
import { readPresence } from './presence/read-presence.ts';
import { type DeskRow, deskColumns, deskTables } from './tickets/desk-columns.ts';

type View = (typeof DESK_VIEWS)[number];
type Counts = Reply<typeof contract>['counts'];

/** Counts stop here, so that counting never scans the table. */
const COUNTED = 1000;

/** The queue: the longest wait first, what is overdue by when it was due, and everything by its last change. */
export async function listDeskTickets(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const page = numberedPage(query, 30);
  const view = query.view ?? 'waiting';
  const around = { now: ctx.clock.now(), user_id: actor.user.id };
  const found = await matchingTickets(sql, query.q);
  const which = (matching: Fragment) => sql`
    ${inView(sql, view, around)} and (${query.priority ?? null}::int is null or t.priority = ${query.priority ?? null})
    and (${query.tag ?? null}::text is null or t.tags @> array[${query.tag ?? null}::text]) and ${matching}`;
  const unfiltered = view === 'all' && query.priority === undefined && query.tag === undefined;
  const [[count], rows, counts] = await Promise.all([
    found.many && unfiltered
      ? [{ total: COUNTED }]
      : sql<{ total: number }[]>`
      select count(*) as total from (
        select from tickets t where ${which(found.counted())} limit ${COUNTED}) as counted`,
    sql<DeskRow[]>`
      select ${deskColumns(sql, localeOf(actor))} from ${deskTables(sql)} where ${which(found.listed())}
      order by ${orderOf(sql, view)} limit ${page.per_page} offset ${offsetOf(page)}`,
    countViews(sql, around),
  ]);
  const present = await readPresence(
    ctx,
    actor,
    rows.map(({ id }) => id),
  );
  const data = rows.map((row) => ({ ...labelled(row), present: present.get(row.id) ?? [] }));
  return { data, meta: numberedMeta(page, count?.total ?? 0, rows.length), counts };
}

interface Around {
  now: Date;
  user_id: string;
}

async function countViews(sql: Db, around: Around): Promise<Counts> {
  const counted = DESK_VIEWS.filter((view) => view !== 'all').map(
    (view) => sql`
      select ${view}::text as view, count(*) as count
      from (select from tickets t where ${inView(sql, view, around)} limit ${COUNTED}) as ${sql(view)}`,
  );
  const rows = await sql<{ view: keyof Counts; count: number }[]>`
    ${counted.map((each, index) => (index ? sql`union all ${each}` : each))}`;
  return Object.fromEntries(rows.map(({ view, count }) => [view, count])) as Counts;
}

function inView(sql: Db, view: View, { now, user_id }: Around): Fragment {
  if (view === 'all') return sql`true`;
  if (view === 'mine') return sql`t.assignee_id = ${user_id} and t.status < 4`;
  if (view === 'unassigned') return sql`t.waiting_since is not null and t.assignee_id is null`;
  if (view === 'waiting') return sql`t.waiting_since is not null`;
  if (view === 'overdue') return sql`t.due_at < ${now}`;
  return sql`t.id in (select ticket_id from ticket_comments where review = 'waiting')`;
}

/** Every order matches an index. */
function orderOf(sql: Db, view: View): Fragment {
  if (view === 'all') return sql`t.updated_at desc, t.id desc`;
  if (view === 'overdue') return sql`t.due_at, t.id`;
  return sql`t.waiting_since, t.id`;
}
