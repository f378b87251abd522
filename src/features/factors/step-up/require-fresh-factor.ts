import type { StepUp } from '#contracts/call.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx, Visitor } from '../../ctx.ts';

/** How long a confirmation counts. */
export const FRESH_MS = 10 * 60_000;

interface Row {
  confirmed_at: string | null;
  confirmed_by: string | null;
  second_factor: boolean;
  trusted: boolean;
}

/**
 * Throws if a call requires a fresh factor and this session has none: one given in the last ten minutes, and not just
 * the password if the account has a second factor.
 */
export async function requireFreshFactor(ctx: Ctx, { user }: Visitor, when: StepUp): Promise<void> {
  if (!user) throw new AppError('unauthenticated', message('auth.sign_in_first'));
  const [session] = await ctx.sql<Row[]>`
    select s.confirmed_at, s.confirmed_by, d.trusted_at is not null as trusted,
      exists (select from totp_secrets where user_id = s.user_id and confirmed_at is not null)
        or exists (select from passkeys where user_id = s.user_id) as second_factor
    from sessions s join devices d on d.id = s.device_id where s.id = ${user.session_id}`;
  if (!session) throw new AppError('unauthenticated', message('auth.sign_in_first'));
  if (when === 'new_device' && session.trusted) return;
  if (when === 'beside_password' && !session.second_factor) return;
  const since = ctx.clock.now().getTime() - FRESH_MS;
  const fresh = session.confirmed_at !== null && Date.parse(session.confirmed_at) > since;
  if (fresh && (session.confirmed_by !== 'password' || !session.second_factor)) return;
  throw new AppError('forbidden', message('auth.step_up')).marked({ reason: 'step_up_required' });
}
