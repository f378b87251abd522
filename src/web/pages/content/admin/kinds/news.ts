import { href } from 'react-router';
import { newsEditor } from '#contracts/content/content.ts';
import type { KindOf } from '../editor/kind.ts';
import { fromZoneInput } from '../moments/from-zone-input.ts';
import { translationsOf } from '../translations/languages.ts';

export const newsKind: KindOf<typeof newsEditor> = {
  path: href('/admin/news'),
  calls: newsEditor,
  fields: ['title', 'content', 'published_at', 'ends_at'],
  translated: ['title', 'content'],
  markdown: 'content',
  bodyOf: (values, { text, zone }) => ({
    title: values.title,
    content: values.content,
    translations: translationsOf(values, ['title', 'content']),
    published_at: fromZoneInput(values.published_at, zone, text?.published_at),
    ends_at: fromZoneInput(values.ends_at, zone, text?.ends_at),
  }),
  publish: { published_at: 'now' },
  publishAgain: { ends_at: null },
  takeBack: { published_at: null },
};
