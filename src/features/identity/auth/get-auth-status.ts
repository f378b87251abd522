import type { Reply } from '#contracts/call.ts';
import type { getAuthStatus as contract } from '#contracts/identity/auth.ts';
import type { Ctx, Visitor } from '../../ctx.ts';

/** Whether the caller is signed in, and whether registration is open. */
export async function getAuthStatus(ctx: Ctx, caller: Visitor): Promise<Reply<typeof contract>> {
  return { data: { signed_in: caller.user !== null, registration: ctx.config.registration } };
}
