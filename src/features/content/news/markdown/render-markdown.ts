import { micromark } from 'micromark';

const KEPT = 500;
const rendered = new Map<string, string>();

/**
 * Markdown as HTML that is safe in a page: raw HTML is shown as text, links lead to web and mail addresses alone, and
 * there are no images. Headings begin at the third level, below the title that the page gives the text.
 */
export function renderMarkdown(markdown: string): string {
  const known = rendered.get(markdown);
  if (known !== undefined) return known;
  const html = micromark(markdown, { extensions: [{ disable: { null: ['labelStartImage'] } }] });
  // A text's own `<` is written as an entity, so that every tag here is one that the renderer made.
  const lowered = html.replace(/(<\/?)h([1-6])>/g, (_tag, start: string, level: string) => {
    return `${start}h${Math.min(6, Number(level) + 2)}>`;
  });
  if (rendered.size >= KEPT) rendered.clear();
  rendered.set(markdown, lowered);
  return lowered;
}
