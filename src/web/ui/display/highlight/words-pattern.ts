/** Matches any word of a search, the longest first; its one group keeps the match when a text is split. */
export function wordsPattern(q: string): RegExp | undefined {
  const words = q.split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const escaped = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`(${escaped.join('|')})`, 'giu');
}
