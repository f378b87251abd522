import type { Input, Reply } from '#contracts/call.ts';
import type { listClaims as contract } from '#contracts/desk/claims.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { selectClaims } from './claim/select-claims.ts';

/** Claims for staff, newest first. */
export async function listClaims(
  { sql }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const which = () => sql`(${query.state ?? null}::text is null or m.state = ${query.state ?? null})`;
  const [[count], data] = await Promise.all([
    sql<[{ total: number }]>`select count(*) as total from claims m where ${which()}`,
    sql<Reply<typeof contract>['data']>`
      ${selectClaims(sql)} where ${which()} order by m.id desc limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data: [...data], meta: numberedMeta(page, count.total, data.length) };
}
