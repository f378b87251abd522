import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../../ctx.ts';

export interface Person {
  role: 'buyer' | 'admin';
  activated: boolean;
  disabled: boolean;
  /** The address is confirmed, and the terms are accepted. */
  ready: boolean;
  confirmed: boolean;
}

/** Somebody else's account. Staff is judged by approvers alone; an erased account is nobody's, and only its debt is left. */
export async function readPerson(sql: Db, actor: Actor, id: string, { erased = false } = {}): Promise<Person> {
  if (id === actor.user.id) throw new AppError('forbidden', message('users.about_you'));
  const [person] = await sql<Person[]>`
    select role, activated_at is not null as activated, disabled_at is not null as disabled,
      email_verified_at is not null as confirmed, email_verified_at is not null
        and terms_accepted_at is not null as ready
    from users where id = ${id} and (${erased} or erased_at is null)`;
  if (!person) throw new AppError('not_found', message('review.no_person'));
  if (person.role === 'admin' && !actor.user.roles.includes('approver'))
    throw new AppError('forbidden', message('users.staff_by_approver'));
  return person;
}

/** The same, locked until the caller's transaction ends. */
export async function lockPerson(sql: Db, actor: Actor, id: string): Promise<Person> {
  await sql`select from users where id = ${id} for no key update`;
  return readPerson(sql, actor, id);
}
