import { href } from 'react-router';
import { faqEditor } from '#contracts/content.ts';
import type { KindOf } from '../editor/kind.ts';

export const faqKind: KindOf<typeof faqEditor> = {
  path: href('/admin/faq'),
  calls: faqEditor,
  fields: ['topic', 'question', 'answer', 'position'],
  bodyOf: ({ topic, question, answer, position }) => ({ topic, question, answer, position: Number(position) }),
  publish: { published: true },
  takeBack: { published: false },
};
