import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Ctx, localeOf, type Visitor } from '../../../ctx.ts';
import { closureFor } from './closure-for.ts';

/** While the shop is closed, only admins may enter. */
export const refuseWhileClosed =
  (ctx: Ctx) =>
  (caller: Visitor): void => {
    if (caller.user?.role === 'admin') return;
    const closed = closureFor(ctx, localeOf(caller));
    if (!closed) return;
    const { message: text, retry_after_seconds } = closed;
    const said = text ? message('api.maintenance_says', { text }) : message('api.maintenance');
    throw new AppError('unavailable', said, undefined, retry_after_seconds);
  };
