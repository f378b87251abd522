import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** Refuses to go on if nobody but this person could approve: the duty couldn't be given to anybody any more. */
export async function requireAnotherApprover(sql: Db, user_id: string): Promise<void> {
  const [found] = await sql<{ own: boolean; others: boolean }[]>`
    select coalesce(bool_or(id = ${user_id}), false) as own, coalesce(bool_or(id <> ${user_id}), false) as others
    from users where role = 'admin' and 'approver' = any(duties) and disabled_at is null`;
  if (found?.own && !found.others) throw new AppError('conflict', message('staff.last_approver'));
}
