import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { expireEmailChanges } from '../../../identity/auth/email-tokens/end-email-tokens.ts';
import { deleteFactors } from '../../../identity/factors/change/delete-factors.ts';
import { notifyFactorChange } from '../../../identity/factors/change/notify-factor-change.ts';
import { closeSessions } from '../../../identity/sessions/close-sessions.ts';
import { distrustDevices } from '../../../identity/sessions/devices/trust-device.ts';
import { changeUser } from '../../../identity/sessions/seals/change-user.ts';

/**
 * Removes every second factor of a locked account, and ends password and sessions: the way back is a link to the
 * confirmed address, which anyone deceiving the operator would need too. `password_hash` is of a password nobody knows.
 */
export async function removeFactors(ctx: Ctx, sql: Db, user_id: string, password_hash: string): Promise<void> {
  // Else whoever was signed in could still move the way back to an address of theirs.
  await expireEmailChanges(sql, user_id, ctx.clock.now());
  await deleteFactors(sql, user_id);
  await closeSessions(ctx, sql, { user_id });
  await distrustDevices(sql, user_id);
  await changeUser(ctx, sql, user_id, { password_hash, second_factor: false });
  await notifyFactorChange(sql, user_id, 'all_reset');
}
