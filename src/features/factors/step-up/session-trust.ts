import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { hasSecondFactor } from '../../sessions/has-second-factor.ts';

/** How long a confirmation counts. */
export const FRESH_MS = 10 * 60_000;

export interface SessionTrust {
  confirmed_at: string | null;
  confirmed_by: string | null;
  /** Whether the session's device is trusted. */
  trusted: boolean;
  /** Whether the account has more than its password. */
  second_factor: boolean;
  /** Whether the account has a confirmed address, which a code can be mailed to. */
  reachable: boolean;
}

/** What a session has been confirmed by; undefined once it has ended. */
export async function readSessionTrust(sql: Db, session_id: string | null): Promise<SessionTrust | undefined> {
  const [session] = await sql<SessionTrust[]>`
    select s.confirmed_at, s.confirmed_by, d.trusted_at is not null as trusted, u.email_verified_at is not null as reachable,
      ${hasSecondFactor(sql, sql`s.user_id`)} as second_factor
    from sessions s join devices d on d.id = s.device_id join users u on u.id = s.user_id where s.id = ${session_id}`;
  return session;
}

/** Whether a factor was given in the last ten minutes, and not just the password if the account has more. */
export function isFresh({ clock }: Ctx, { confirmed_at, confirmed_by, second_factor }: SessionTrust): boolean {
  const fresh = confirmed_at !== null && Date.parse(confirmed_at) > clock.now().getTime() - FRESH_MS;
  return fresh && (confirmed_by !== 'password' || !second_factor);
}

/** Whether this device must be confirmed by a mailed code: a password alone may be stolen. */
export const needsDeviceCode = ({ trusted, second_factor, reachable }: SessionTrust): boolean =>
  !trusted && !second_factor && reachable;
