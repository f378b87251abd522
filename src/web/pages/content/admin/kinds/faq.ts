import { href } from 'react-router';
import { faqEditor } from '#contracts/content/content.ts';
import type { KindOf } from '../editor/kind.ts';
import { fromZoneInput } from '../moments/from-zone-input.ts';
import { translationsOf } from '../translations/languages.ts';

export const faqKind: KindOf<typeof faqEditor> = {
  path: href('/admin/faq'),
  calls: faqEditor,
  fields: ['topic', 'question', 'answer', 'position', 'published_at', 'ends_at'],
  translated: ['topic', 'question', 'answer'],
  markdown: 'answer',
  bodyOf: (values, { text, zone }) => ({
    topic: values.topic,
    question: values.question,
    answer: values.answer,
    translations: translationsOf(values, ['topic', 'question', 'answer']),
    position: Number(values.position),
    published_at: fromZoneInput(values.published_at, zone, text?.published_at),
    ends_at: fromZoneInput(values.ends_at, zone, text?.ends_at),
  }),
  publish: { published_at: 'now' },
  publishAgain: { ends_at: null },
  takeBack: { published_at: null },
};
