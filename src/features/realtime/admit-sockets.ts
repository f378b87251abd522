import type { SubscriptionRequest, Verdict } from '#platform/pusher/subscriptions.ts';
import type { Ctx } from '../ctx.ts';
import { IDLE_MS } from '../sessions/session-token.ts';
import { readClaim } from './claim.ts';
import { mayHear } from './may-hear.ts';

interface Row {
  user_id: string | null;
  role: string | null;
  roles: string[];
  expires_at: string;
  last_used_at: string;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Checks which subscriptions are still valid: those of a live session whose user may receive the channel. */
export async function admitSockets(ctx: Ctx, requests: readonly SubscriptionRequest[]): Promise<Verdict[]> {
  const sessions = requests.map(({ claim }) => readClaim(claim)?.session_id ?? NOBODY);
  const now = ctx.clock.now();
  const rows = await ctx.reads<Row[]>`
    select u.id as user_id, u.role, u.duties as roles, s.expires_at, s.last_used_at
    from unnest(${sessions}::uuid[]) with ordinality as requests (session_id, place)
    left join sessions s on s.id = requests.session_id and s.expires_at > ${now}
      and s.last_used_at > ${new Date(now.getTime() - IDLE_MS)}
    left join users u on u.id = s.user_id and u.disabled_at is null
    order by place`;
  return requests.map(({ channel }, index) => verdictOn(channel, rows[index]!));
}

function verdictOn(channel: string, { user_id, role, roles, expires_at, last_used_at }: Row): Verdict {
  if (user_id === null) return 'ended';
  if (!mayHear(channel, { id: user_id, role, roles })) return 'forbidden';
  return { owner: user_id, until: Math.min(Date.parse(expires_at), Date.parse(last_used_at) + IDLE_MS) };
}
