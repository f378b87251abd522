import { message } from '#i18n/message.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';

interface Moments {
  published_at?: string | null;
  ends_at?: string | null;
}

/** What texts have in common that are published from one moment to another: drafts have no first, and some have no end. */
export const scheduled = {
  state: (sql: Db, now: Date): Fragment => sql`
    case when published_at is null then 'draft' when ends_at <= ${now} then 'ended'
      when published_at > ${now} then 'scheduled' else 'published' end as state`,
  moments: ['published_at', 'ends_at'] as const,
  check({ published_at, ends_at }: Moments): void {
    if (published_at && ends_at && Date.parse(ends_at) <= Date.parse(published_at))
      throw invalidField('ends_at', message('content.end_before_start'));
  },
};
