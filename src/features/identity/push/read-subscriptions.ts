import type { PushSubscription } from '#contracts/identity/push.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor } from '../../ctx.ts';
import { describeDevice } from '../sessions/devices/describe-device.ts';

/** After this many, the oldest ones end. */
export const MAX_SUBSCRIPTIONS = 10;

/** The user's subscribed browsers, or the one with that id. */
export async function readSubscriptions(sql: Db, { user }: Actor, id?: string): Promise<PushSubscription[]> {
  const rows = await sql<(Omit<PushSubscription, 'browser' | 'system'> & { user_agent: string })[]>`
    select p.id, p.topics, p.created_at, s.user_agent, s.id is not distinct from ${user.session_id} as current,
      p.public_key <> (select public_key from push_keys order by created_at desc limit 1) as outdated
    from push_subscriptions p join sessions s on s.id = p.session_id
    where p.user_id = ${user.id} and ${id ? sql`p.id = ${id}` : sql`true`}
    order by p.created_at desc, p.id desc limit ${MAX_SUBSCRIPTIONS}`;
  return rows.map(({ user_agent, ...row }) => ({ ...row, ...describeDevice(user_agent) }));
}
