import type { Ctx } from '../../ctx.ts';

export async function sweepSessions({ sql, clock }: Ctx): Promise<void> {
  await sql`delete from throttles where resets_at < ${clock.now()}`;
  await sql`delete from sessions where expires_at < ${clock.now()}`;
}
