import type { Input, Reply } from '#contracts/call.ts';
import type { listTierRequests as contract, WaitingRequest } from '#contracts/customers/tiers.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../../ctx.ts';

/** What buyers asked for and nobody decided, the longest wait first. */
export async function listTierRequests(
  { sql }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query, 30);
  const [[count], rows] = await Promise.all([
    sql<{ total: number }[]>`select count(*) as total from tier_requests where state = 'open'`,
    sql<WaitingRequest[]>`
      select r.id, r.tier, r.created_at, u.tier as from_tier,
        jsonb_build_object('id', u.id, 'username', u.username) as user
      from tier_requests r join users u on u.id = r.user_id where r.state = 'open'
      order by r.id limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data: [...rows], meta: numberedMeta(page, count?.total ?? 0, rows.length) };
}
