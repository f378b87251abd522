import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { actorOf } from './authenticate.ts';
import { commandLine } from './command-line.ts';
import { hasSecondFactor } from './has-second-factor.ts';

interface Row {
  id: string;
  username: string;
  role: 'buyer' | 'admin';
  duties: string[];
  tier: number;
  inactive: boolean;
  second_factor: boolean;
  has_passkey: boolean;
}

/** A user by name, with that user's rights and no session: for demo mode and tests, where nobody has to sign in. */
export async function getActorByUsername(ctx: Ctx, username: string): Promise<Actor> {
  const [row] = await ctx.sql<Row[]>`
    select id, username, role, duties, tier, activated_at is null as inactive,
      ${hasSecondFactor(ctx.sql, ctx.sql`users.id`)} as second_factor,
      exists (select from second_factors where user_id = users.id and kind = 'passkey') as has_passkey
    from users where username = ${username} and disabled_at is null`;
  if (!row) throw new AppError('not_found', message('auth.no_user', { username }));
  return {
    user: actorOf(ctx.config, { ...row, session_id: null, locale: null, confirmed_by: null }),
    client: commandLine(),
  };
}
