import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { hasSecondFactor } from '../../sessions/has-second-factor.ts';
import { checkSeals } from '../../sessions/seals/check-seals.ts';

/** How long a confirmation counts. */
export const FRESH_MS = 10 * MINUTE_MS;

interface Sealed {
  device_id: string;
  session_facts: string;
  session_mac: Uint8Array | null;
  device_facts: string;
  device_mac: Uint8Array | null;
}

export interface SessionTrust {
  confirmed_at: string | null;
  confirmed_by: string | null;
  /** Whether the session's device is trusted. */
  trusted: boolean;
  /** Whether the account has more than its password. */
  second_factor: boolean;
  /** Whether this is a staff account with a passkey. */
  staff_passkey: boolean;
  /** Whether the account has a confirmed address, which a code can be mailed to. */
  reachable: boolean;
}

/** How a session was confirmed; undefined once it has ended. Rows written by anyone but the shop aren't trusted. */
export async function readSessionTrust(
  ctx: Ctx,
  sql: Db,
  session_id: string | null,
): Promise<SessionTrust | undefined> {
  if (session_id === null) return undefined;
  const [session] = await sql<(SessionTrust & Sealed)[]>`
    select s.confirmed_at, s.confirmed_by, d.trusted_at is not null as trusted,
      u.email_verified_at is not null as reachable,
      ${hasSecondFactor(sql, sql`s.user_id`)} as second_factor,
      u.role = 'admin' and exists (select from passkeys where user_id = u.id) as staff_passkey,
      d.id as device_id, sealed_facts(s) as session_facts, s.mac as session_mac,
      sealed_facts(d) as device_facts, d.mac as device_mac
    from sessions s join devices d on d.id = s.device_id join users u on u.id = s.user_id where s.id = ${session_id}`;
  if (!session) return undefined;
  const { device_id, session_facts, session_mac, device_facts, device_mac, ...trust } = session;
  if (!checkSeals(ctx, { table: 'sessions', id: session_id, facts: session_facts, mac: session_mac })) return undefined;
  const device = { table: 'devices', id: device_id, facts: device_facts, mac: device_mac } as const;
  return { ...trust, trusted: trust.trusted && checkSeals(ctx, device) };
}

/** Whether nothing but a passkey confirms: of staff, where the operator says so. Whoever has none yet sets one up by another. */
export const takesPasskey = ({ config }: Ctx, { staff_passkey }: SessionTrust): boolean =>
  config.staff_factor === 'passkey' && staff_passkey;

/** Whether a factor was given in the last ten minutes, and not just the password if the account has more. */
export function isFresh(ctx: Ctx, session: SessionTrust): boolean {
  const { confirmed_at, confirmed_by, second_factor } = session;
  const fresh = confirmed_at !== null && Date.parse(confirmed_at) > ctx.clock.now().getTime() - FRESH_MS;
  if (takesPasskey(ctx, session)) return fresh && confirmed_by === 'passkey';
  return fresh && (confirmed_by !== 'password' || !second_factor);
}

/** Whether this device must be confirmed by a mailed code: a password alone may be stolen. */
export const needsDeviceCode = ({ trusted, second_factor, reachable }: SessionTrust): boolean =>
  !trusted && !second_factor && reachable;
