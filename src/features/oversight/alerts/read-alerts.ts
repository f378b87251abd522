import { type Alert, runbookPath } from '#contracts/oversight/alerts.ts';
import type { Text } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { Db } from '#platform/db/client.ts';
import type { AlertKind } from '../../feature.ts';

const SHOWN = 200;

interface AlertFilter {
  locale: string;
  open?: boolean;
  /** Only alerts about this user. */
  user_id?: string;
}

/** The newest alerts in the reader's language, open ones first, and critical ones before others. */
export async function readAlerts(
  sql: Db,
  kinds: readonly AlertKind[],
  { locale, open = false, user_id }: AlertFilter,
): Promise<Alert[]> {
  const critical = kinds.filter(({ severity }) => severity === 'critical').map(({ name }) => name);
  const rows = await sql<Omit<Alert, 'sentence' | 'link' | 'severity' | 'runbook'>[]>`
    select a.id, a.kind, a.subject, a.details, a.times, a.raised_at, a.last_raised_at, a.resolved_at,
      w.username as resolved_by,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username) order by u.id)
        from users u where u.id = any(a.user_ids)), '[]') as people
    from alerts a left join users w on w.id = a.resolved_by
    where ${open ? sql`a.resolved_at is null` : sql`true`}
      and ${user_id ? sql`a.user_ids @> array[${user_id}::uuid]` : sql`true`}
    order by a.resolved_at is null desc, a.kind = any(${critical}) desc, a.id desc limit ${SHOWN}`;
  return rows.map((row) => {
    const described = describeAlert(kinds, row);
    return { ...row, ...described, sentence: translate(locale, described.sentence) };
  });
}

/** The sentence of an alert's kind; if no feature brings that kind any more, its name and subject. */
export function describeAlert(
  kinds: readonly AlertKind[],
  alert: Pick<Alert, 'kind' | 'subject' | 'details'>,
): Pick<Alert, 'severity' | 'link' | 'runbook'> & { sentence: Text } {
  const kind = kinds.find(({ name }) => name === alert.kind);
  return {
    severity: kind?.severity ?? 'warning',
    sentence: kind?.sentence(alert) ?? `${alert.kind}: ${alert.subject}`,
    link: kind?.link?.(alert) ?? null,
    runbook: runbookPath(alert.kind),
  };
}
