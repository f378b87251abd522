import type { Reply } from '#contracts/call.ts';
import type { noticeEditor } from '#contracts/content/content.ts';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Kind } from '../editor/kind.ts';
import { announceNotices } from './announce-notices.ts';

type NoticeText = Reply<typeof noticeEditor.getText>['data'];

/** Notices: a draft without a start; without an end they stay. In the list, drafts stand first. */
export const noticeKind: Kind<NoticeText> = {
  table: 'notices',
  audit: 'notices',
  columns: (sql, now) => sql`
    id, title, content, translations, roles, tiers, locales, starts_at, ends_at, created_at, updated_at,
    (select count(*) from notice_readings r where r.notice_id = notices.id) as seen_by,
    case when starts_at is null then 'draft' when ends_at <= ${now} then 'ended'
      when starts_at > ${now} then 'scheduled' else 'published' end as state`,
  order: (sql) => sql`starts_at desc nulls first, id desc`,
  per_page: 20,
  moments: ['starts_at', 'ends_at'],
  fields: ['title', 'content', 'translations'],
  audience: ['roles', 'tiers', 'locales'],
  audited: ({ title, starts_at, ends_at }) => ({ title, starts_at, ends_at }),
  announce: announceNotices,
  check({ starts_at, ends_at }) {
    if (starts_at && ends_at && Date.parse(ends_at) <= Date.parse(starts_at))
      throw invalidField('ends_at', message('content.end_before_start'));
  },
};
