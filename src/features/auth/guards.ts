import { AppError } from '#platform/http/errors.ts';
import type { Visitor } from '../ctx.ts';

/** The guards of the API by name; the pages have their own table that redirects (web/guards.ts). */
export const guards: Record<string, (caller: Visitor, list: string[]) => void> = {
  auth({ user }) {
    if (!user) throw new AppError('unauthenticated', 'Sign in first.');
  },
  guest({ user }) {
    if (user) throw new AppError('forbidden', 'You are signed in already.');
  },
  active({ user }) {
    if (user?.roles.includes('inactive')) {
      throw new AppError('forbidden', 'Your account is not active yet. The activation page says what is missing.');
    }
  },
  admin({ user }) {
    if (user?.role !== 'admin') throw new AppError('forbidden', 'Access Forbidden');
  },
  role({ user }, list) {
    if (!list.some((role) => user?.roles.includes(role))) throw new AppError('forbidden', 'Access Forbidden');
  },
  maintenance({ user }) {
    if (user?.role !== 'admin') throw new AppError('unavailable', 'The shop is closed for maintenance.', undefined, 60);
  },
};
