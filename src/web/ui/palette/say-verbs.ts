import type { MessageKey } from '#i18n/message.ts';
import type { Verb } from './book.ts';

/** The verbs that a text can begin with, in the reader's language or in English, and what stands after them. */
export interface Said {
  verbs: readonly Verb[];
  /** A number as records show theirs. */
  rest: string;
}

/**
 * The verb that stands there whole, however many words it has ("ask about 1037"), else every verb that begins with the first
 * word: "re 1037" may be to refund, release or resume.
 */
export function sayVerbs(q: string, mine: readonly Verb[], t: (key: MessageKey) => string): Said | undefined {
  const typed = q.toLowerCase();
  const whole = mine.find(({ label }) => typed.startsWith(`${t(label).toLowerCase()} `));
  if (whole) return { verbs: [whole], rest: asShown(q.slice(t(whole.label).length).trim()) };
  const [, first = '', rest = ''] = /^(\S{2,})\s+(.+)$/.exec(q) ?? [];
  if (!first) return undefined;
  const begins = (word: string) => word.toLowerCase().startsWith(first.toLowerCase());
  const verbs = mine.filter(({ name, label }) => begins(name) || begins(t(label)));
  return verbs.length > 0 ? { verbs, rest: asShown(rest) } : undefined;
}

const asShown = (text: string) => text.replace(/^(?=\d+$)/, '#');
