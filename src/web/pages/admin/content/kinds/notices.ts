import { href } from 'react-router';
import { noticeEditor } from '#contracts/content.ts';
import type { KindOf } from '../editor/kind.ts';
import { fromUtcInput } from '../editor/utc-input.ts';

export const noticeKind: KindOf<typeof noticeEditor> = {
  path: href('/admin/notices'),
  calls: noticeEditor,
  fields: ['title', 'content', 'starts_at', 'ends_at'],
  bodyOf: ({ title, content, starts_at, ends_at }, text) => ({
    title,
    content,
    starts_at: fromUtcInput(starts_at, text?.starts_at),
    ends_at: fromUtcInput(ends_at, text?.ends_at),
  }),
  publish: { starts_at: 'now' },
  publishAgain: { ends_at: null },
  takeBack: { starts_at: null },
};
