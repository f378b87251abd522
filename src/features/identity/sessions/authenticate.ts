import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Config } from '#platform/config.ts';
import type { Client } from '#platform/http/serve.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import { hasSecondFactor } from './has-second-factor.ts';
import { checkSeals } from './seals/check-seals.ts';
import { sessionEnd } from './session/session-end.ts';
import { hashToken } from './session/session-token.ts';

const TOUCH_EVERY_MS = 5 * MINUTE_MS;
/** Staff may have to be signed out after five minutes without use. */
const TOUCH_STAFF_EVERY_MS = MINUTE_MS;

interface Row {
  session_id: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  id: string;
  username: string;
  role: 'buyer' | 'admin';
  duties: string[];
  tier: number;
  locale: string | null;
  inactive: boolean;
  second_factor: boolean;
  has_passkey: boolean;
  /** By what the session was confirmed last. */
  confirmed_by: string | null;
}

interface Sealed {
  session_facts: string;
  session_mac: Uint8Array | null;
  user_facts: string;
  user_mac: Uint8Array | null;
}

/**
 * Resolves a bearer token to its user with current role, duties and activation. Calls that may change something read
 * `fresh`, so that a revocation counts at once; a mere read may use the cache.
 */
export async function authenticate(ctx: Ctx, token: string | null, client: Client, fresh: boolean): Promise<Visitor> {
  if (!token || !/^[\w-]{43}$/.test(token)) return { user: null, client };
  const tokenHash = hashToken(token);
  const key = tokenHash.toString('base64');
  const known = fresh ? undefined : ctx.sessions?.find(key);
  if (known) return { user: known, client };
  const readAt = ctx.sessions?.version() ?? 0;
  const now = ctx.clock.now();
  const [row] = await ctx.reads<(Row & Sealed)[]>`
    select s.id as session_id, s.created_at, s.last_used_at, s.expires_at, u.id, u.username, u.role, u.duties, u.tier,
      u.locale, u.activated_at is null as inactive,
      ${hasSecondFactor(ctx.sql, ctx.sql`u.id`)} as second_factor,
      exists (select from second_factors where user_id = u.id and kind = 'passkey') as has_passkey, s.confirmed_by,
      sealed_facts(s) as session_facts, s.mac as session_mac, sealed_facts(u) as user_facts, u.mac as user_mac
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and u.disabled_at is null`;
  if (!row || !isSealed(ctx, row)) return { user: null, client };
  const end = sessionEnd(ctx.config, row);
  if (end.at <= now.getTime()) return { user: null, client, ...(row.role === 'admin' && { ended: end.by }) };
  const touchEvery = row.role === 'admin' ? TOUCH_STAFF_EVERY_MS : TOUCH_EVERY_MS;
  if (now.getTime() - Date.parse(row.last_used_at) > touchEvery) {
    // Nobody waits for it: reads go on while nothing can be written, and the next request tries again. It may come late.
    ctx.sql`
      update sessions set last_used_at = ${now}, address = ${client.address}
      where id = ${row.session_id} and last_used_at < ${now}`.catch((err: unknown) =>
      ctx.log.debug({ err }, 'the last use of a session was not stored'),
    );
  }
  const user = actorOf(ctx.config, row);
  ctx.sessions?.store(key, user, readAt);
  return { user, client };
}

/** Whether this shop wrote the session and its user: a row that was written past it signs nobody in. */
const isSealed = (ctx: Ctx, { session_id, id, session_facts, session_mac, user_facts, user_mac }: Row & Sealed) =>
  checkSeals(
    ctx,
    { table: 'sessions', id: session_id, facts: session_facts, mac: session_mac },
    { table: 'users', id, facts: user_facts, mac: user_mac },
  );

/** The part of a user that guards and verbs need. */
export function actorOf(
  { demo, staff_factor }: Pick<Config, 'demo' | 'staff_factor'>,
  row: Omit<Row, 'created_at' | 'last_used_at' | 'expires_at' | 'session_id'> & { session_id: string | null },
) {
  const { session_id, id, username, role, duties, tier, locale, second_factor, has_passkey, confirmed_by } = row;
  const by_passkey = staff_factor === 'passkey';
  return {
    session_id,
    id,
    username,
    role,
    tier,
    locale,
    roles: rolesOf({
      role,
      duties,
      active: !row.inactive,
      protected: (by_passkey ? has_passkey : second_factor) || demo,
      confirmed: !by_passkey || confirmed_by === 'passkey' || demo,
    }),
  };
}

interface Standing {
  role: string;
  duties: string[];
  active: boolean;
  /** Has a second factor, or needs none in demo mode. */
  protected: boolean;
  /** The session was confirmed as the shop asks of its staff. */
  confirmed: boolean;
}

/**
 * The role, an admin's duties (nobody else's count), `inactive` until activated, `unprotected` for an admin who has to set up
 * a second factor first, and `unconfirmed` for one who has to use a passkey first.
 */
export function rolesOf({ role, duties, active, protected: isProtected, confirmed }: Standing): string[] {
  const missing = isProtected ? (confirmed ? [] : ['unconfirmed']) : ['unprotected'];
  const staff = role === 'admin' ? [...duties, ...missing] : [];
  return [role, ...staff, ...(active ? [] : ['inactive'])];
}
