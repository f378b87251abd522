import type { Ctx } from '../../ctx.ts';

const RETENTION_MS = 30 * 86_400_000;

export async function sweepEmailTokens({ sql, clock }: Ctx): Promise<void> {
  await sql`delete from email_tokens where expires_at < ${new Date(clock.now().getTime() - RETENTION_MS)}`;
}
