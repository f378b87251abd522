import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { changeUser } from '../../sessions/seals/change-user.ts';
import { secondFactorsOf } from './second-factors.ts';

/** Recovery codes stand in for a second factor: they are deleted with the last one, and the password is enough again. */
export async function deleteOrphanCodes(ctx: Ctx, sql: Db, user_id: string): Promise<void> {
  const { totp, passkey, missing } = await secondFactorsOf(sql, user_id);
  if (totp || passkey) return;
  await sql`delete from recovery_codes where user_id = ${user_id}`;
  if (missing) await changeUser(ctx, sql, user_id, { second_factor: false });
}
