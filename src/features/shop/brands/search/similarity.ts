/** How alike two words are, from 0 to 1: the share of their letters in threes that both have, as pg_trgm counts it. */
export function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const both = left.intersection(right).size;
  return both / (left.size + right.size - both);
}

/** A word's letters in threes, with the gaps around it. */
export function threesOf(word: string): ReadonlySet<string> {
  const padded = `  ${word} `;
  const threes = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) threes.add(padded.slice(at, at + 3));
  return threes;
}
