import type { Input } from '#contracts/call.ts';
import type { changeProfile as contract } from '#contracts/identity/account.ts';
import type { User } from '#contracts/identity/auth.ts';
import { type Shortcuts, sameKey } from '#contracts/identity/shortcuts.ts';
import { knownLocale } from '#i18n/choose-locale.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { getUser } from '../auth/get-current-user.ts';
import { writeProfile } from '../sessions/profile/write-profile.ts';
import { forgetSessions } from '../sessions/session/forget-sessions.ts';

/** Changes the given fields: display name, language, time zone, theme, shortcuts. */
export async function changeProfile(ctx: Ctx, actor: Actor, { body }: Input<typeof contract>): Promise<{ data: User }> {
  const { id } = actor.user;
  if (body.locale && !knownLocale(body.locale)) throw invalidField('locale', message('account.locale_unknown'));
  if (body.time_zone && !isTimeZone(body.time_zone))
    throw invalidField('time_zone', message('account.time_zone_unknown'));
  if (body.shortcuts) refuseSameKey(body.shortcuts);
  const data = await transaction(ctx.sql, async (sql) => {
    if (body.country !== undefined) await requireOpenCountry(ctx, sql, actor, body.country);
    if (Object.keys(body).length > 0) {
      await writeProfile(sql, id, body);
      await appendAudit(sql, {
        ...by(actor),
        action: 'auth.profile_changed',
        subject: id,
        details: { fields: Object.keys(body) },
      });
    }
    forgetSessions(ctx, sql, id);
    return getUser(within(ctx, sql), id);
  });
  return { data };
}

/**
 * What an unverified buyer may buy can depend on the country that they said: then only a check changes it. Somebody without
 * a country says one at any time.
 */
async function requireOpenCountry({ config }: Ctx, sql: Tx, { user }: Actor, country: string | null): Promise<void> {
  if (user.tier > 0 || (config.no_anonymous.size === 0 && config.sanctions_file === null)) return;
  const [before] = await sql<{ country: string | null }[]>`select country from users where id = ${user.id} for update`;
  if (before?.country && before.country !== country) throw new AppError('conflict', message('account.country_kept'));
}

function refuseSameKey(shortcuts: Shortcuts): void {
  const same = sameKey(shortcuts);
  if (!same) return;
  const text = message('shortcuts.key_taken', { key: same.key });
  throw new AppError('invalid', text, Object.fromEntries(same.names.map((name) => [`shortcuts.${name}`, [text]])));
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
