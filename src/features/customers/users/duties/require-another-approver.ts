import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/**
 * Refuses to take an approver away unless two others remain: one who decides it, and another one, so that the duty can
 * still be given to somebody afterwards.
 */
export async function requireAnotherApprover(sql: Db, user_id: string): Promise<void> {
  const [found] = await sql<[{ own: boolean; others: number }]>`
    select coalesce(bool_or(id = ${user_id}), false) as own, count(*) filter (where id <> ${user_id}) as others
    from users where role = 'admin' and 'approver' = any(duties) and disabled_at is null`;
  if (found.own && found.others < 2) throw new AppError('conflict', message('staff.last_approver'));
}
