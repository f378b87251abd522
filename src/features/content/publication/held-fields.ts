import { createHash } from 'node:crypto';
import { scanText } from '../../oversight/import-guard/scan/scan-text.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';

/** The fields that readers would see, whatever the kind of text. */
interface ShownFields {
  table: string;
  fields: readonly string[];
  /** To whom it shows, where not everybody reads it. */
  audience?: readonly string[];
}

/** A digest of what readers would see: exactly what a second publisher read gets published. */
export function digestOf({ table, fields, audience = [] }: ShownFields, row: object): string {
  const read = [...fields, ...audience].map((name) => inOrder((row as Record<string, unknown>)[name]));
  return createHash('sha256')
    .update(JSON.stringify([table, ...read]))
    .digest('hex');
}

/** Sorted, because the database returns translations in any order. */
const inOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, inner]) => [name, inOrder(inner)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
    : (value ?? null);

/**
 * Whether somebody else has to read this first. The pipeline has already refused what the guard is sure about; here it scans
 * the fields one by one and joined, since readers see them one below the other.
 */
export function mustWait({ fields }: ShownFields, row: object): boolean {
  const texts = fields.flatMap((name) => textsIn((row as Record<string, unknown>)[name]));
  const shown = texts.map(shownText);
  return [...texts, ...shown, texts.map(endsOf).join('\n'), shown.map(endsOf).join('\n')].some(
    (text) => scanText(text, 'document') !== undefined,
  );
}

const EDGE_CHARS = 1000;
const endsOf = (text: string) =>
  text.length <= 2 * EDGE_CHARS ? text : `${text.slice(0, EDGE_CHARS)}\n\n${text.slice(-EDGE_CHARS)}`;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const BLOCK = /<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr|br)\b[^>]*>/g;

/** What readers see of Markdown: marks that stand in the middle of a word, and entities, part it for the guard alone. */
const shownText = (markdown: string) =>
  renderMarkdown(markdown)
    .replace(BLOCK, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity]!);
