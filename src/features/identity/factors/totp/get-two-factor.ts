import type { Reply } from '#contracts/call.ts';
import type { getTwoFactor as contract } from '#contracts/identity/factors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { recoveryCodesLeft } from '../recovery-codes/recovery-codes.ts';

/** Whether the authenticator app is enabled, and how many recovery codes are left. */
export async function getTwoFactor(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const [row] = await ctx.sql<{ confirmed_at: string }[]>`
    select confirmed_at from totp_secrets where user_id = ${actor.user.id} and confirmed_at is not null`;
  const recovery_codes_left = await recoveryCodesLeft(ctx.sql, actor.user.id);
  return { data: { enabled: row !== undefined, since: row?.confirmed_at ?? null, recovery_codes_left } };
}
