import type { Input, Reply } from '#contracts/call.ts';
import type { listAllPayments as contract } from '#contracts/office/books.ts';
import { decodeCursor, keysetPage } from '#platform/db/keyset.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { noteList } from '../../oversight/audit/note-view.ts';
import { keyOf, ORDER, selectionOf, selectPayments } from './payments/select-payments.ts';

/** The payments of all buyers, newest first. */
export async function listAllPayments(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql, clock } = ctx;
  const { cursor: start, per_page: limit = 50, ...filters } = query;
  const cursor = start === undefined ? undefined : decodeCursor(ORDER, start);
  const selection = await selectionOf(sql, filters, clock.now());
  const fetched = await selectPayments(sql, selection, cursor, limit + 1);
  const page = keysetPage({ order: ORDER, cursor, limit, fetched, key: keyOf });
  await noteList(
    ctx,
    sql,
    actor,
    page.rows.flatMap(({ user }) => user?.id ?? []),
  );
  const params = new URLSearchParams([...Object.entries(filters), ['per_page', String(limit)]]);
  const linkTo = (end: string | null) => end && `/api/admin/all-payments?${params}&cursor=${end}`;
  return {
    data: page.rows.map(({ sorted_at: _at, sorted_id: _id, ...row }) => row),
    meta: { per_page: limit },
    links: { prev: linkTo(page.prev), next: linkTo(page.next) },
  };
}
