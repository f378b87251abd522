import type { DESK_VIEWS } from '#contracts/desk/desk.ts';
import type { Db, Fragment } from '#platform/db/client.ts';

export type View = (typeof DESK_VIEWS)[number];

/** Counts stop here, so that counting never scans the table. */
export const COUNTED = 1000;

interface Filters {
  view: View;
  priority: number | null;
  tag: string | null;
}

interface Around {
  now: Date;
  user_id: string;
}

/** SQL of whether a ticket `t` passes the filters of the list. */
export const passes = (sql: Db, { view, priority, tag }: Filters, around: Around): Fragment => sql`
  ${inView(sql, view, around)} and (${priority}::int is null or t.priority = ${priority})
  and (${tag}::text is null or t.tags @> array[${tag}::text])`;

function inView(sql: Db, view: View, { now, user_id }: Around): Fragment {
  if (view === 'all') return sql`true`;
  if (view === 'mine') return sql`t.assignee_id = ${user_id} and t.status < 4`;
  if (view === 'unassigned') return sql`t.waiting_since is not null and t.assignee_id is null`;
  if (view === 'waiting') return sql`t.waiting_since is not null`;
  if (view === 'overdue') return sql`t.due_at < ${now}`;
  return sql`t.id in (select ticket_id from ticket_comments where review = 'waiting')`;
}

/** How many tickets pass each of these filters, by the name that was given them, up to 1,000. */
export async function countViews(
  sql: Db,
  views: readonly (Filters & { name: string })[],
  around: Around,
): Promise<ReadonlyMap<string, number>> {
  if (!views.length) return new Map();
  const counted = views.map(
    ({ name, ...filters }) => sql`
      select ${name}::text as name, count(*) as count
      from (select from tickets t where ${passes(sql, filters, around)} limit ${COUNTED}) as counted`,
  );
  const rows = await sql<{ name: string; count: number }[]>`
    ${counted.map((each, index) => (index ? sql`union all ${each}` : each))}`;
  return new Map(rows.map(({ name, count }) => [name, count]));
}
