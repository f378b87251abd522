import { micromark } from 'micromark';

/** Of texts and what was made of them, in characters. */
const MAX_CACHED_CHARS = 8_000_000;
// More than anybody writes. The renderer's time grows with their square: a second for 8,000 characters of them.
const MARKS = { found: /\*+|_+/g, max: 300, constructs: ['attention'] };
const ITEMS = { found: /^[ \t]*(?:[*+-]|\d{1,9}[.)])(?:[ \t]|$)/gm, max: 500, constructs: ['list'] };
// Lines under a heading, which an item without text looks like, too.
const UNDERLINES = { found: /^[ \t]*(?:=+|-+)[ \t]*$/gm, max: 50, constructs: ['setextUnderline'] };
// Each may open a link that each later one might close.
const BRACKETS = { found: /\[/g, max: 300, constructs: ['labelStartLink', 'labelEnd'] };
const DEEP = {
  found: /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){20}/gm,
  max: 0,
  constructs: ['list', 'blockQuote'],
};
/** Paragraphs of a few letters each cost the renderer more than anything else. */
const CROWDED = { lines: 200, characters_per_line: 20 };
/** The least recently used first. */
const rendered = new Map<string, string>();
let cachedChars = 0;

/**
 * Markdown as HTML that is safe in a page: raw HTML is shown as text, links lead to web and mail addresses alone, and
 * there are no images. Headings begin at the third level, below the title that the page gives the text. What would take
 * the renderer too long is shown as it was written.
 */
export function renderMarkdown(markdown: string): string {
  const known = rendered.get(markdown);
  const html = known ?? render(markdown);
  rendered.delete(markdown);
  rendered.set(markdown, html);
  if (known === undefined) cachedChars += markdown.length + html.length;
  for (const [oldest, made] of rendered) {
    if (cachedChars <= MAX_CACHED_CHARS) break;
    rendered.delete(oldest);
    cachedChars -= oldest.length + made.length;
  }
  return html;
}

function render(markdown: string): string {
  if (isCrowded(markdown)) return `<p>${escaped(markdown)}</p>`;
  const html = micromark(markdown, {
    extensions: [{ disable: { null: ['labelStartImage', ...tooMuchIn(markdown)] } }],
  });
  // A text's own `<` is written as an entity, so that every tag here is one that the renderer made.
  return html.replace(/(<\/?)h([1-6])>/g, (_tag, start: string, level: string) => {
    return `${start}h${Math.min(6, Number(level) + 2)}>`;
  });
}

function isCrowded(markdown: string): boolean {
  const lines = markdown.match(/\n/g)?.length ?? 0;
  return lines > CROWDED.lines && markdown.length < lines * CROWDED.characters_per_line;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!);

const tooMuchIn = (markdown: string): string[] =>
  [MARKS, ITEMS, UNDERLINES, BRACKETS, DEEP].flatMap(({ found, max, constructs }) =>
    (markdown.match(found)?.length ?? 0) > max ? constructs : [],
  );
