import type { StaffMember } from '#contracts/customers/users.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../../ctx.ts';
import { readStaff } from './read-staff.ts';

/** One person with their duties; throws not_found for nobody, and for an erased account. */
export async function readStaffMember(sql: Db, actor: Actor, id: string): Promise<StaffMember> {
  const [person] = await readStaff(sql, actor, sql`u.id = ${id} and u.erased_at is null`);
  if (!person) throw new AppError('not_found', message('review.no_person'));
  return person;
}
