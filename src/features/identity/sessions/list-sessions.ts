import type { Reply } from '#contracts/call.ts';
import type { listSessions as contract } from '#contracts/identity/sessions.ts';
import { numberedMeta } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { type DeviceFacts, describeDevice } from './devices/describe-device.ts';
import { sessionEnd } from './session/session-end.ts';

const LIMIT = 100;

/** The user's live sessions, most recently used first. */
export async function listSessions(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  const rows = await ctx.sql<
    (Omit<Reply<typeof contract>['data'][number], keyof DeviceFacts> & { expires_at: string })[]
  >`
    select id, user_agent, address, created_at, last_used_at, expires_at,
      id is not distinct from ${actor.user.session_id} as current
    from sessions where user_id = ${actor.user.id} and expires_at > ${now} order by last_used_at desc limit ${LIMIT}`;
  const { role } = actor.user;
  const data = rows
    .filter((row) => sessionEnd(ctx.config, { ...row, role }).at > now.getTime())
    .map(({ expires_at: _end, ...row }) => ({ ...row, ...describeDevice(row.user_agent) }));
  return { data, meta: numberedMeta({ page: 1, per_page: LIMIT }, data.length, data.length) };
}
