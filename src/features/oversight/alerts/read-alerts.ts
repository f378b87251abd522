import type { Alert } from '#contracts/oversight/alerts.ts';
import { translate } from '#i18n/translate.ts';
import type { Db } from '#platform/db/client.ts';
import { alertLink } from './kinds/alert-link.ts';
import { alertSentence } from './kinds/alert-sentence.ts';
import { CRITICAL, severityOf } from './kinds/severity-of.ts';

const SHOWN = 200;

interface AlertFilter {
  locale: string;
  open?: boolean;
  /** Only alerts about this user. */
  user_id?: string;
}

/** The newest alerts in the reader's language, open ones first, and critical ones before others. */
export async function readAlerts(sql: Db, { locale, open = false, user_id }: AlertFilter): Promise<Alert[]> {
  const rows = await sql<Omit<Alert, 'sentence' | 'link' | 'severity'>[]>`
    select a.id, a.kind, a.subject, a.details, a.times, a.raised_at, a.last_raised_at, a.resolved_at, w.username as resolved_by,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username) order by u.id)
        from users u where u.id = any(a.user_ids)), '[]') as people
    from alerts a left join users w on w.id = a.resolved_by
    where ${open ? sql`a.resolved_at is null` : sql`true`} and ${user_id ? sql`a.user_ids @> array[${user_id}::uuid]` : sql`true`}
    order by a.resolved_at is null desc, a.kind = any(${CRITICAL}) desc, a.id desc limit ${SHOWN}`;
  return rows.map((row) => ({
    ...row,
    severity: severityOf(row.kind),
    sentence: translate(locale, alertSentence(row)),
    link: alertLink(row),
  }));
}
