import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Person } from '../person/person.ts';

/** Whoever loses every factor comes back by a link to a confirmed address: without one, nobody would. */
export function refuseWithoutWayBack({ disabled, confirmed }: Person): void {
  if (disabled) throw new AppError('conflict', message('users.is_disabled'));
  if (!confirmed) throw new AppError('conflict', message('users.no_way_back'));
}
