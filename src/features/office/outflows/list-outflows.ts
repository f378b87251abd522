import type { Input, Reply } from '#contracts/call.ts';
import type { listOutflows as contract } from '#contracts/office/outflows.ts';
import { decodeCursor, keysetPage } from '#platform/db/keyset.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { isEarlier } from './earlier/read-earlier.ts';
import { keyOf, ORDER, selectOutflows, unlabelled } from './listed/select-outflows.ts';

/** Transactions by which coins left: those without a label first, then the newest. */
export async function listOutflows(
  { sql }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { cursor: start, per_page: limit = 50, ...filters } = query;
  const cursor = start === undefined ? undefined : decodeCursor(ORDER, start);
  const [fetched, [open]] = await Promise.all([
    selectOutflows(sql, filters, cursor, limit + 1),
    sql<[{ unlabelled: number; earlier: number }]>`
      select count(*) as unlabelled, count(*) filter (where ${isEarlier(sql)}) as earlier
      from labelled_outflows o where ${unlabelled(sql)}`,
  ]);
  const page = keysetPage({ order: ORDER, cursor, limit, fetched, key: keyOf });
  const params = new URLSearchParams([...Object.entries(filters), ['per_page', String(limit)]]);
  const linkTo = (end: string | null) => end && `/api/admin/outflows?${params}&cursor=${end}`;
  return {
    data: page.rows.map(({ place: _, ...row }) => row),
    meta: { per_page: limit, ...open },
    links: { prev: linkTo(page.prev), next: linkTo(page.next) },
  };
}
