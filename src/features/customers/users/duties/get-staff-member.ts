import type { Input, Reply } from '#contracts/call.ts';
import type { getStaffMember as contract } from '#contracts/customers/users.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readStaffMember } from './read-staff-member.ts';

/** A person as those see them who propose or decide about their duties. */
export async function getStaffMember(
  { sql }: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readStaffMember(sql, actor, id) };
}
