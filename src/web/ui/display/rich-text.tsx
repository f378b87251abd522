import { wordsPattern } from './highlight/words-pattern.ts';

interface Props {
  /** Rendered from Markdown by the server, which lets no HTML from the author through. */
  html: string;
  /** Level of its highest headings: one below the heading above it. */
  top?: 2 | 3;
  /** The search query: each of its words is highlighted. */
  q?: string;
}

export function RichText({ html, top = 3, q = '' }: Props) {
  const marked = highlighted(html, q);
  return <div className="rich" dir="auto" dangerouslySetInnerHTML={{ __html: top === 3 ? marked : raised(marked) }} />;
}

const TAG_OR_ENTITY = /(<[^>]*>|&#?\w+;)/;

/** Marks words between the tags; a `<` or `>` of the text itself is an entity. */
function highlighted(html: string, q: string): string {
  const pattern = wordsPattern(q);
  if (!pattern) return html;
  const parts = html.split(TAG_OR_ENTITY);
  return parts.map((part, at) => (at % 2 === 1 ? part : part.replace(pattern, '<mark>$1</mark>'))).join('');
}

/** The server's headings start at level three; a `<` in the text is an entity, so every tag is the server's. */
const raised = (html: string) =>
  html.replace(/(<\/?h)([3-6])>/g, (_tag, start: string, level: string) => `${start}${Number(level) - 1}>`);
