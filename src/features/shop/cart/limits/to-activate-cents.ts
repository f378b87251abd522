import type { Actor, Ctx } from '../../../ctx.ts';
import { toppedUpCents } from '../../../identity/auth/activation/activate-if-ready.ts';

/** What an account that isn't active yet still has to add for that; 0 for any other. */
export async function toActivateCents({ sql, config }: Pick<Ctx, 'sql' | 'config'>, { user }: Actor): Promise<number> {
  if (!user.roles.includes('inactive')) return 0;
  const [added] = await sql<[{ cents: number }]>`select ${toppedUpCents(sql, user.id)} as cents`;
  return Math.max(0, config.activation_minimum_cents - added.cents);
}
