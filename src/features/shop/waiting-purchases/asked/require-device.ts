import type { Tx } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { requireTrustedDevice } from '../../../identity/factors/step-up/require-trusted-device.ts';
import { UNCONFIRMED_DEVICE_CENTS } from '../../orders/place-order.ts';

/**
 * Refuses to have bought, above what an unconfirmed device may spend, from any but a trusted one. That of an account that isn't active
 * yet is trusted by the confirmation of its address, before which nothing is bought.
 */
export async function requireDevice(
  ctx: Ctx,
  sql: Tx,
  actor: Actor,
  { total_cents, spent_cents }: { total_cents: number; spent_cents: number },
): Promise<void> {
  const inactive = actor.user.roles.includes('inactive');
  if (!inactive && total_cents + spent_cents > UNCONFIRMED_DEVICE_CENTS) await requireTrustedDevice(ctx, sql, actor);
}
