import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx, Visitor } from '../../../ctx.ts';

/** The API's guards by name where only members see the goods; pages have their own table, which redirects (web/guards.ts). */
export const guards: Record<string, (caller: Visitor, list: string[]) => void> = {
  auth({ user, ended }) {
    if (ended)
      throw new AppError('unauthenticated', message(`auth.ended.${ended}`)).marked({ reason: `session_${ended}` });
    if (!user) throw new AppError('unauthenticated', message('auth.sign_in_first'));
  },
  guest({ user }) {
    if (user) throw new AppError('forbidden', message('auth.signed_in'));
  },
  active({ user }) {
    if (user?.roles.includes('inactive')) {
      throw new AppError('forbidden', message('auth.inactive'));
    }
  },
  catalogue(caller, list) {
    guards.auth?.(caller, list);
    guards.active?.(caller, list);
  },
  admin({ user }, others) {
    // Who signs in for a seller gets nothing of the back office but what names them.
    const outside = user?.roles.includes('seller') && !others.includes('seller');
    if (user?.role !== 'admin' || outside) throw new AppError('forbidden', message('error.forbidden'));
    if (user.roles.includes('unprotected')) {
      throw new AppError('forbidden', message('auth.unprotected')).marked({ reason: 'second_factor_required' });
    }
    if (user.roles.includes('unconfirmed'))
      throw new AppError('forbidden', message('auth.passkey_first')).marked({ reason: 'step_up_required' });
  },
  role({ user }, list) {
    if (!list.some((role) => user?.roles.includes(role))) throw new AppError('forbidden', message('error.forbidden'));
  },
};

/** The guards of an installation: where anybody may look at the goods, nobody is turned away from them. */
export const guardsOf = ({ catalogue }: Ctx['config']): typeof guards =>
  catalogue === 'public' ? { ...guards, catalogue() {} } : guards;
