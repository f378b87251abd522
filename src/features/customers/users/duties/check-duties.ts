import type { Duty } from '#contracts/customers/users.ts';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';

const ALONE = ['auditor', 'seller'] as const;

/** Refuses duties that one person may not hold together; the table's checks refuse them, too. */
export function checkDuties(duties: readonly Duty[]): void {
  if (duties.includes('importer') && duties.includes('approver'))
    throw invalidField('duties', message('auth.two_duties'));
  const alone = ALONE.find((duty) => duties.includes(duty));
  if (alone && duties.length > 1) throw invalidField('duties', message(`staff.alone.${alone}`));
}
