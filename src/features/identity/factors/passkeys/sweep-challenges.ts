import type { Ctx } from '../../../ctx.ts';

export async function sweepChallenges({ sql, clock }: Ctx): Promise<void> {
  await sql`delete from passkey_challenges where expires_at < ${clock.now()}`;
}
