import type { Input, Reply } from '#contracts/call.ts';
import type { listTopUpReturns as contract } from '#contracts/coins/top-up-returns.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { noteList } from '../../oversight/audit/note-view.ts';
import { type Listed, selectReturns } from './shown/read-return.ts';

/** What waits first, the oldest of it on top; then what is over, the newest first. */
export async function listTopUpReturns(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const page = numberedPage(query);
  const shown = () => sql`(${query.state ?? null}::text is null or r.state = ${query.state ?? null})`;
  const [[all], data] = await Promise.all([
    sql<[{ total: number }]>`select count(*) as total from top_up_returns r where ${shown()}`,
    sql<Listed[]>`
      ${selectReturns(sql)} where ${shown()}
      order by r.ended_at is not null or r.state = 'paid',
        case when r.state in ('asked', 'approved') then r.created_at end,
        r.id desc limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  await noteList(
    ctx,
    sql,
    actor,
    data.map(({ user }) => user.id),
  );
  return { data, meta: numberedMeta(page, all.total, data.length) };
}
