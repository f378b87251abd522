import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import type { SubscriptionRequest, Verdict } from '#platform/pusher/subscriptions.ts';
import type { Ctx } from '../../ctx.ts';
import { checkSeals } from '../sessions/seals/check-seals.ts';
import { sessionEnd } from '../sessions/session/session-end.ts';
import { readClaim } from './claim.ts';
import { mayHear } from './may-hear.ts';

interface Row {
  user_id: string | null;
  role: string | null;
  roles: string[];
  created_at: string;
  expires_at: string;
  last_used_at: string;
  session_id: string;
  session_facts: string;
  session_mac: Uint8Array | null;
  user_facts: string;
  user_mac: Uint8Array | null;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Checks which subscriptions are still valid: those of a live session whose user may receive the channel. */
export async function admitSockets(ctx: Ctx, requests: readonly SubscriptionRequest[]): Promise<Verdict[]> {
  const claims = requests.map(({ claim }) => readClaim(claim));
  const sessions = claims.map((claim) => claim?.session_id ?? NOBODY);
  const now = ctx.clock.now();
  const rows = await ctx.reads<Row[]>`
    select u.id as user_id, u.role, u.duties as roles, s.created_at, s.expires_at, s.last_used_at, s.id as session_id,
      sealed_facts(s) as session_facts, s.mac as session_mac, sealed_facts(u) as user_facts, u.mac as user_mac
    from unnest(${sessions}::uuid[]) with ordinality as requests (session_id, place)
    left join sessions s on s.id = requests.session_id and s.expires_at > ${now}
    left join users u on u.id = s.user_id and u.disabled_at is null
    order by place`;
  return requests.map(({ channel }, index) => verdictOn(ctx, channel, rows[index]!, claims[index]?.duties ?? []));
}

function verdictOn(ctx: Ctx, channel: string, row: Row, claimed: readonly string[]): Verdict {
  const { user_id, role, roles, ...session } = row;
  if (user_id === null || !isSealed(ctx, user_id, row)) return 'ended';
  const { at } = sessionEnd(ctx.config, { role, ...session });
  if (at <= ctx.clock.now().getTime()) return 'ended';
  if (!mayHear(channel, { id: user_id, role, roles })) return 'forbidden';
  // The duties of before are signed into the subscription: it has to be asked for again.
  if (channel === DASHBOARD_CHANNEL && roles.toSorted().join() !== claimed.toSorted().join()) return 'forbidden';
  return { owner: user_id, until: at };
}

const isSealed = (ctx: Ctx, user_id: string, { session_id, session_facts, session_mac, user_facts, user_mac }: Row) =>
  checkSeals(
    ctx,
    { table: 'sessions', id: session_id, facts: session_facts, mac: session_mac },
    { table: 'users', id: user_id, facts: user_facts, mac: user_mac },
  );
