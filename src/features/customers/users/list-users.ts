import type { Input, Reply } from '#contracts/call.ts';
import type { listUsers as contract, UserRow } from '#contracts/customers/users.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Db, Query } from '#platform/db/client.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { Brought } from '../../feature.ts';
import { requireFreshFactor } from '../../identity/factors/step-up/require-fresh-factor.ts';
import { noteList } from '../../oversight/audit/note-view.ts';
import { findUsers } from './person/find-users.ts';

/** Who doesn't see the right account among so many searches for more. */
const MAX_FOUND = 1000;

type Filters = Input<typeof contract>['query'];

/**
 * Accounts by what somebody knows of one, or by filters; nothing is counted beyond what can be looked at. Who reads on takes
 * a fresh factor: a forgotten screen shows one page of people.
 */
export const listUsers = ({ userFinders }: Brought) =>
  async function listUsers(ctx: Ctx, actor: Actor, { query }: Input<typeof contract>): Promise<Reply<typeof contract>> {
    const { sql } = ctx;
    const page = numberedPage(query, 30);
    if (page.page > 1) await requireFreshFactor(ctx, actor, 'always');
    const q = query.q?.trim();
    const which = matching(sql, query);
    const order = inOrder(sql, query);
    const found = q
      ? findUsers(sql, userFinders, q, { which, limit: MAX_FOUND + 1 })
      : sql`
        select u.id, null::text as found_by from users u where ${listed(sql, query)} and ${which} order by ${order}
        limit ${MAX_FOUND + 1}`;
    const rows = await sql<(UserRow & { total: number })[]>`
    with found as materialized (${found}),
    page as (
      select u.*, f.found_by, count(*) over () as total from found f join users u on u.id = f.id
      order by ${order} limit ${page.per_page} offset ${offsetOf(page)})
    select u.id, u.username, u.role, u.tier, u.created_at, u.found_by, u.total,
      case when u.erased_at is not null then 'erased' when u.disabled_at is not null then 'disabled'
        when u.activated_at is null then 'inactive' else 'active' end as state,
      exists (select from spending_bars where user_id = u.id) as spending_blocked,
      coalesce((select b.balance_cents from ledger_accounts a join ledger_balances b on b.account_id = a.id
        where a.owner_id = u.id and a.kind = 'available'), 0)::bigint as balance_cents,
      coalesce((select ${owed(sql)} from ledger_accounts a where a.owner_id = u.id and a.kind = 'debt'),
        0)::bigint as owed_cents
    from page u order by ${order}`;
    const total = rows[0]?.total ?? 0;
    const data = rows.map(({ total: _total, ...row }) => row);
    await noteList(
      ctx,
      sql,
      actor,
      data.map(({ id }) => id),
    );
    return { data, meta: numberedMeta(page, Math.min(total, MAX_FOUND), data.length), more: total > MAX_FOUND };
  };

/** What is owed on an account `a` of the kind debt, which goes below zero. */
const owed = (sql: Db) => sql`greatest(0, -account_sum(a.id))`;

/** A period shows everybody who registered in it, as the figures count them. */
const listed = (sql: Db, { from, to }: Filters) => (from || to ? sql`true` : sql`u.erased_at is null`);

function matching(sql: Db, { role, state, tier, from, to }: Filters): Query {
  return sql`
    ${role ? sql`u.role = ${role}` : sql`true`} and ${tier ? sql`u.tier = ${Number(tier)}` : sql`true`}
    and ${inState(sql, state)} and ${from ? sql`u.created_at >= ${new Date(from)}` : sql`true`}
    and ${to ? sql`u.created_at < ${new Date(Date.parse(to) + DAY_MS)}` : sql`true`}`;
}

function inState(sql: Db, state: Filters['state']): Query {
  if (state === 'inactive') return sql`u.activated_at is null and u.disabled_at is null`;
  if (state === 'active') return sql`u.activated_at is not null and u.disabled_at is null`;
  if (state === 'disabled') return sql`u.disabled_at is not null`;
  if (state === 'blocked') return sql`u.id in (select user_id from spending_bars)`;
  if (state === 'debt') {
    return sql`u.id in (select a.owner_id from ledger_accounts a where a.kind = 'debt' and ${owed(sql)} > 0)`;
  }
  return sql`true`;
}

/** Ids are in order of time; a period is read along the index of its days. */
function inOrder(sql: Db, { sort, from, to }: Filters): Query {
  if (sort === 'username') return sql`u.username`;
  if (sort === '-username') return sql`u.username desc`;
  if (from || to) return sort === 'created_at' ? sql`u.created_at, u.id` : sql`u.created_at desc, u.id desc`;
  return sort === 'created_at' ? sql`u.id` : sql`u.id desc`;
}
