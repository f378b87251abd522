import type { Factor } from '#contracts/identity/factors.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { changeUser } from './change-user.ts';

/** Notes under the account's MAC that it has a second factor, once it gave one: deleting that factor's row opens nothing then. */
export async function noteSecondFactor(ctx: Ctx, sql: Db, user_id: string, given: Factor): Promise<void> {
  if (given !== 'totp' && given !== 'passkey') return;
  const unnoted = await sql`select from users where id = ${user_id} and not second_factor`;
  if (unnoted.length > 0) await changeUser(ctx, sql, user_id, { second_factor: true });
}
