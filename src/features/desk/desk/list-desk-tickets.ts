import type { Input, Reply } from '#contracts/call.ts';
import { type listDeskTickets as contract, DESK_VIEWS } from '#contracts/desk/desk.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { matchingTickets } from '../support/search/matching-tickets.ts';
import { labelled } from '../support/ticket/summary-columns.ts';
import { readPresence } from './presence/read-presence.ts';
import { type DeskRow, deskColumns, deskTables } from './tickets/desk-columns.ts';
import { COUNTED, countViews, passes, type View } from './tickets/which-tickets.ts';

type Counts = Reply<typeof contract>['counts'];

/** The views that are counted. */
const STANDING = DESK_VIEWS.filter((view) => view !== 'all').map((view) => ({
  name: view,
  view,
  priority: null,
  tag: null,
}));

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
    ${passes(sql, { view, priority: query.priority ?? null, tag: query.tag ?? null }, around)} and ${matching}`;
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
    countViews(sql, STANDING, around),
  ]);
  const present = await readPresence(
    ctx,
    actor,
    rows.map(({ id }) => id),
  );
  const data = rows.map((row) => ({ ...labelled(row), present: present.get(row.id) ?? [] }));
  return {
    data,
    meta: numberedMeta(page, count?.total ?? 0, rows.length),
    counts: Object.fromEntries(counts) as Counts,
  };
}

/** Every order matches an index. */
function orderOf(sql: Db, view: View): Fragment {
  if (view === 'all') return sql`t.updated_at desc, t.id desc`;
  if (view === 'overdue') return sql`t.due_at, t.id`;
  return sql`t.waiting_since, t.id`;
}
