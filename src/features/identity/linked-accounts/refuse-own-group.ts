import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../ctx.ts';

/** Nobody decides about their own account, or one that is linked with it; only approvers decide about staff. */
export async function refuseOwnGroup(sql: Db, actor: Actor, user_id: string): Promise<void> {
  const [person] = await sql<{ role: string; own: boolean }[]>`
    select u.role, u.id = ${actor.user.id} or exists (
      select from linked_accounts theirs join linked_accounts mine on mine.group_id = theirs.group_id
      where theirs.user_id = u.id and mine.user_id = ${actor.user.id}) as own
    from users u where u.id = ${user_id}`;
  if (!person) throw new AppError('not_found', message('review.no_person'));
  if (person.own) throw new AppError('forbidden', message('linked.own'));
  if (person.role === 'admin' && !actor.user.roles.includes('approver'))
    throw new AppError('forbidden', message('users.staff_by_approver'));
}
