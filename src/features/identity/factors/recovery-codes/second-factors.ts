import type { Factor } from '#contracts/identity/factors.ts';
import type { Db } from '#platform/db/client.ts';
import { hasSecondFactor } from '../../sessions/has-second-factor.ts';

export interface SecondFactors {
  totp: boolean;
  recovery_code: boolean;
  passkey: boolean;
  /** The account had one, but its row is gone past the shop. */
  missing: boolean;
}

/** The factors an account has besides its password. */
export async function secondFactorsOf(sql: Db, user_id: string): Promise<SecondFactors> {
  const [row] = await sql<SecondFactors[]>`
    select exists (select from totp_secrets where user_id = ${user_id} and confirmed_at is not null) as totp,
      u.second_factor and not ${hasSecondFactor(sql, sql`u.id`)} as missing,
      exists (select from recovery_codes where user_id = ${user_id} and used_at is null) as recovery_code,
      exists (select from passkeys where user_id = ${user_id}) as passkey
    from users u where u.id = ${user_id}`;
  return row!;
}

/** The factors that confirm the user's identity, strongest first: the password only if there is nothing stronger. */
export function factorsOf({ passkey, totp, recovery_code, missing }: SecondFactors): Factor[] {
  if (!passkey && !totp && !missing) return ['password'];
  return [
    ...(passkey ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(recovery_code ? (['recovery_code'] as const) : []),
  ];
}
