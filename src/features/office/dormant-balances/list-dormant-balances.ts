import type { Input, Reply } from '#contracts/call.ts';
import type { listDormantBalances as contract } from '#contracts/office/dormant-balances.ts';
import { decodeCursor, keysetPage } from '#platform/db/keyset.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { noteList } from '../../oversight/audit/note-view.ts';
import { keyOf, ORDER, selectDormant } from './dormant/select-dormant.ts';

/** Balances that nothing moved for months, the longest first. */
export async function listDormantBalances(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql, clock } = ctx;
  const { cursor: start, per_page: limit = 50, months } = query;
  const cursor = start === undefined ? undefined : decodeCursor(ORDER, start);
  const fetched = await selectDormant(sql, { months, now: clock.now() }, cursor, limit + 1);
  const page = keysetPage({ order: ORDER, cursor, limit, fetched, key: keyOf });
  await noteList(
    ctx,
    sql,
    actor,
    page.rows.map(({ user }) => user.id),
  );
  const params = new URLSearchParams({ ...(months && { months }), per_page: String(limit) });
  const linkTo = (end: string | null) => end && `/api/admin/dormant-balances?${params}&cursor=${end}`;
  return {
    data: page.rows.map(({ sorted_at: _, ...row }) => row),
    meta: { per_page: limit },
    links: { prev: linkTo(page.prev), next: linkTo(page.next) },
  };
}
