import type { z } from 'zod';
import type { getNoticeText } from '#contracts/content/notices.ts';
import type { Db } from '#platform/db/client.ts';

export type NoticeText = z.output<typeof getNoticeText.reply>['data'];

/** Columns of a notice for who writes it. */
export const textColumns = (sql: Db, now: Date) => sql`
  id, title, content, starts_at, ends_at, created_at, updated_at,
  (select count(*) from notice_readings r where r.notice_id = notices.id) as seen_by,
  case when starts_at is null then 'draft' when ends_at <= ${now} then 'ended'
    when starts_at > ${now} then 'scheduled' else 'published' end as state`;
