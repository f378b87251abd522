// Apart from the shapes, so that the shop's pages read it without zod.
const CARD = /\[card ([2-9A-HJ-NP-Z]{8})\]/g;
const HIDDEN = /\[card [2-9A-HJ-NP-Z]{8}\]|\[PIN\]/;

/** What stands in a text in place of a card's code. */
export const putForCode = (ref: string): string => `[card ${ref}]`;

/** The references in a text, each once. */
export const pastedCardsIn = (text: string): string[] => [...new Set([...text.matchAll(CARD)].map(([, ref]) => ref!))];

/** Whether a text was stored as it was typed, apart from codes that were hidden in it. */
export function isStoredAs(stored: string | undefined, typed: string | undefined): boolean {
  if (stored === undefined || typed === undefined) return false;
  const parts = stored.split(HIDDEN);
  if (parts.length === 1) return typed.trim() === stored;
  return typed.trim().startsWith(parts[0]!) && typed.trim().endsWith(parts.at(-1)!);
}
