import { href } from 'react-router';
import { LEGAL_KINDS, legalEditor } from '#contracts/content/content.ts';
import type { KindOf } from '../editor/kind.ts';
import { fromZoneInput } from '../moments/from-zone-input.ts';

export const legalKind: KindOf<typeof legalEditor> = {
  path: href('/admin/legal'),
  calls: legalEditor,
  fields: ['kind', 'locale', 'content', 'published_at'],
  translated: [],
  markdown: 'content',
  bodyOf: ({ kind, locale, content, published_at }, { text, zone }) => ({
    kind: LEGAL_KINDS.find((one) => one === kind) ?? 'terms',
    locale,
    content,
    published_at: fromZoneInput(published_at, zone, text?.published_at),
  }),
  publish: { published_at: 'now' },
  takeBack: { published_at: null },
};
