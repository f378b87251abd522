import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../ctx.ts';

/** The tier of somebody else's account, locked until the caller's transaction ends. */
export async function lockOwner(sql: Db, actor: Actor, id: string): Promise<{ tier: number; disabled: boolean }> {
  if (id === actor.user.id) throw new AppError('forbidden', message('users.about_you'));
  const [owner] = await sql<{ tier: number; disabled: boolean; staff: boolean }[]>`
    select tier, disabled_at is not null as disabled, role = 'admin' as staff from users
    where id = ${id} and erased_at is null for no key update`;
  if (!owner) throw new AppError('not_found', message('review.no_person'));
  if (owner.staff && !actor.user.roles.includes('approver'))
    throw new AppError('forbidden', message('users.staff_by_approver'));
  return owner;
}
