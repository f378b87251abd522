import { href } from 'react-router';
import { NOTICE_ROLES, noticeEditor } from '#contracts/content/content.ts';
import type { KindOf } from '../editor/kind.ts';
import { fromZoneInput } from '../moments/from-zone-input.ts';
import { translationsOf } from '../translations/languages.ts';

const listed = (value: string) => value.split(',').filter(Boolean);

export const noticeKind: KindOf<typeof noticeEditor> = {
  path: href('/admin/notices'),
  calls: noticeEditor,
  fields: ['title', 'content', 'roles', 'tiers', 'locales', 'starts_at', 'ends_at'],
  translated: ['title', 'content'],
  lists: ['roles', 'tiers', 'locales'],
  bodyOf: (values, { text, zone }) => ({
    title: values.title,
    content: values.content,
    translations: translationsOf(values, ['title', 'content']),
    roles: NOTICE_ROLES.filter((role) => listed(values.roles).includes(role)),
    tiers: listed(values.tiers).map(Number),
    locales: listed(values.locales),
    starts_at: fromZoneInput(values.starts_at, zone, text?.starts_at),
    ends_at: fromZoneInput(values.ends_at, zone, text?.ends_at),
  }),
  publish: { starts_at: 'now' },
  publishAgain: { ends_at: null },
  takeBack: { starts_at: null },
};
