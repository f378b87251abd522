import type { Input, Reply } from '#contracts/call.ts';
import type { listStaff as contract } from '#contracts/customers/users.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readStaff } from './read-staff.ts';

/** Everybody in the back office; by name also a buyer, who could be given a duty. */
export async function listStaff(
  { sql }: Ctx,
  actor: Actor,
  { query: { username } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const which = username === undefined ? sql`u.role = 'admin'` : sql`u.username = ${username}`;
  return { data: await readStaff(sql, actor, sql`u.erased_at is null and ${which}`) };
}
