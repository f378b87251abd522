import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { requireAnotherApprover } from '../duties/require-another-approver.ts';
import type { Person } from '../person/person.ts';

/** Refuses what two people don't decide, what is so already, and to disable one of the last approvers. */
export async function refuseUnfitAccess(
  sql: Db,
  { id, person, to }: { id: string; person: Person; to: 'disabled' | 'enabled' },
): Promise<void> {
  if (person.role !== 'admin') throw new AppError('conflict', message('users.no_staff'));
  if (person.disabled === (to === 'disabled'))
    throw new AppError('conflict', message(person.disabled ? 'users.is_disabled' : 'users.not_disabled'));
  if (to === 'disabled') await requireAnotherApprover(sql, id);
}
