import { href } from 'react-router';
import { newsEditor, previewMarkdown } from '#contracts/content.ts';
import { attempt } from '#web/server/api.ts';
import type { KindOf } from '../editor/kind.ts';
import { fromUtcInput } from '../editor/utc-input.ts';

export const newsKind: KindOf<typeof newsEditor> = {
  path: href('/admin/news'),
  calls: newsEditor,
  fields: ['title', 'content', 'published_at'],
  bodyOf: ({ title, content, published_at }, text) => ({
    title,
    content,
    published_at: fromUtcInput(published_at, text?.published_at),
  }),
  publish: { published_at: 'now' },
  takeBack: { published_at: null },
  async preview(where, { content }) {
    const shown = await attempt(where, previewMarkdown, { body: { content } });
    return shown.ok ? { ok: true, reply: shown.reply.data } : shown;
  },
};
