import { micromark } from 'micromark';

const KEPT = 500;
// More than anybody writes. The renderer's time grows with their square: a second for 8,000 characters of them.
const MARKS = { found: /\*+|_+/g, most: 500, constructs: ['attention'] };
const ITEMS = { found: /^[ \t]*(?:[*+-]|\d{1,9}[.)])[ \t]/gm, most: 500, constructs: ['list'] };
// Each may open a link that each later one might close.
const BRACKETS = { found: /\[/g, most: 3000, constructs: ['labelStartLink', 'labelEnd'] };
const DEEP = {
  found: /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){20}/gm,
  most: 0,
  constructs: ['list', 'blockQuote'],
};
const rendered = new Map<string, string>();

/**
 * Markdown as HTML that is safe in a page: raw HTML is shown as text, links lead to web and mail addresses alone, and
 * there are no images. Headings begin at the third level, below the title that the page gives the text. What would take
 * the renderer too long is shown as it was written.
 */
export function renderMarkdown(markdown: string): string {
  const known = rendered.get(markdown);
  if (known !== undefined) return known;
  const html = micromark(markdown, {
    extensions: [{ disable: { null: ['labelStartImage', ...tooMuchIn(markdown)] } }],
  });
  // A text's own `<` is written as an entity, so that every tag here is one that the renderer made.
  const lowered = html.replace(/(<\/?)h([1-6])>/g, (_tag, start: string, level: string) => {
    return `${start}h${Math.min(6, Number(level) + 2)}>`;
  });
  if (rendered.size >= KEPT) rendered.clear();
  rendered.set(markdown, lowered);
  return lowered;
}

const tooMuchIn = (markdown: string): string[] =>
  [MARKS, ITEMS, BRACKETS, DEEP].flatMap(({ found, most, constructs }) =>
    (markdown.match(found)?.length ?? 0) > most ? constructs : [],
  );
