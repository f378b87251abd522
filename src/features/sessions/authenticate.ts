import type { Config } from '#platform/config.ts';
import type { Client } from '#platform/http/serve.ts';
import type { Ctx, Visitor } from '../ctx.ts';
import { hasSecondFactor } from './has-second-factor.ts';
import { hashToken, IDLE_MS } from './session-token.ts';

const TOUCH_EVERY_MS = 5 * 60_000;

interface Row {
  session_id: string;
  last_used_at: string;
  id: string;
  username: string;
  role: 'buyer' | 'admin';
  duties: string[];
  tier: number;
  locale: string | null;
  inactive: boolean;
  second_factor: boolean;
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
  const [row] = await ctx.reads<Row[]>`
    select s.id as session_id, s.last_used_at, u.id, u.username, u.role, u.duties, u.tier, u.locale, u.activated_at is null as inactive,
      ${hasSecondFactor(ctx.sql, ctx.sql`u.id`)} as second_factor
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and s.last_used_at > ${new Date(now.getTime() - IDLE_MS)}
      and u.disabled_at is null`;
  if (!row) return { user: null, client };
  if (now.getTime() - Date.parse(row.last_used_at) > TOUCH_EVERY_MS) {
    // Nobody waits for it: reads go on while nothing can be written, and the next request tries again.
    ctx.sql`update sessions set last_used_at = ${now}, address = ${client.address} where id = ${row.session_id}`.catch(
      (err: unknown) => ctx.log.debug({ err }, 'the last use of a session was not stored'),
    );
  }
  const user = actorOf(ctx.config, row);
  ctx.sessions?.store(key, user, readAt);
  return { user, client };
}

/** The part of a user that guards and verbs need. */
export function actorOf(
  { demo }: Pick<Config, 'demo'>,
  row: Omit<Row, 'last_used_at' | 'session_id'> & { session_id: string | null },
) {
  const { session_id, id, username, role, duties, tier, locale, second_factor } = row;
  return {
    session_id,
    id,
    username,
    role,
    tier,
    locale,
    roles: rolesOf({ role, duties, active: !row.inactive, protected: second_factor || demo }),
  };
}

interface Standing {
  role: string;
  duties: string[];
  active: boolean;
  /** Has a second factor, or needs none in demo mode. */
  protected: boolean;
}

/**
 * The role, an admin's duties (nobody else's count), `inactive` until activated, and `unprotected` for an admin who has
 * to set up a second factor first.
 */
export function rolesOf({ role, duties, active, protected: isProtected }: Standing): string[] {
  const staff = role === 'admin' ? [...duties, ...(isProtected ? [] : ['unprotected'])] : [];
  return [role, ...staff, ...(active ? [] : ['inactive'])];
}
