import { diffWordsWithSpace } from 'diff';
import type { FieldChange } from '#contracts/content/editor-calls.ts';

type TextFields = Record<string, unknown>;
type Part = FieldChange['parts'][number];

// Beyond that many changed words nobody reads a comparison, and its time grows with their square.
const MAX_CHANGES = 1500;

/** What changed from one version of a text to the next, field by field and word by word. */
export function compareFields(before: TextFields | undefined, after: TextFields): FieldChange[] {
  const [old, now] = [flat(before ?? {}), flat(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((place) => {
    const [from, to] = [old.get(place) ?? '', now.get(place) ?? ''];
    if (from === to) return [];
    const [field = '', locale = null] = place.split('.').toReversed();
    return [{ field, locale, parts: isSingle(field) ? replaced(from, to) : wordsOf(from, to) }];
  });
}

/** Every value as text; those of translations stand at `de.title`. */
function flat({ translations = {}, ...fields }: TextFields): Map<string, string> {
  const own = Object.entries(fields).map(([field, value]) => [field, textOf(field, value)] as const);
  const others = Object.entries(translations as Record<string, TextFields>).flatMap(([locale, translated]) =>
    Object.entries(translated).map(([field, value]) => [`${locale}.${field}`, textOf(field, value)] as const),
  );
  return new Map([...own, ...others]);
}

const isSingle = (field: string) => !['title', 'content', 'topic', 'question', 'answer'].includes(field);

function textOf(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field.endsWith('_at')) return new Date(String(value)).toISOString();
  return Array.isArray(value) ? value.join(', ') : String(value);
}

const replaced = (from: string, to: string): Part[] => [
  ...(from ? [{ kind: 'removed' as const, text: from }] : []),
  ...(to ? [{ kind: 'added' as const, text: to }] : []),
];

function wordsOf(from: string, to: string): Part[] {
  const changes = diffWordsWithSpace(from, to, { maxEditLength: MAX_CHANGES });
  if (!changes) return replaced(from, to);
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
