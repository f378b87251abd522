// Some rules take time that grows with the square of a text, so a long one is read in parts.
const WINDOW_CHARS = 8000;
// More than a card number in single digits with the widest gaps takes (digit-runs.ts).
const OVERLAP_CHARS = 4000;
const SEARCHED_CHARS = 1000;
// Between letters, so that no list is torn of which a part could look like a card number.
const SENTENCE_ENDS = /\p{L}[.!?]?\n+(?=\p{L})|\p{L}[.!?]\s(?=\p{L})/gu;
const WORD_ENDS = /\p{L}\s(?=\p{L})/gu;

/** A text in overlapping parts, so that whatever a rule finds lies wholly in one of them. */
export function windowsOf(text: string): string[] {
  if (text.length <= WINDOW_CHARS) return [text];
  const windows: string[] = [];
  for (let from = 0; ; ) {
    const to = text.length - from <= WINDOW_CHARS ? text.length : cutBefore(text, from + WINDOW_CHARS);
    windows.push(text.slice(from, to));
    if (to === text.length) return windows;
    from = cutBefore(text, to - OVERLAP_CHARS);
  }
}

/** The end of a sentence, or of a word, shortly before a place; the place itself where there is none. */
function cutBefore(text: string, end: number): number {
  const start = end - SEARCHED_CHARS;
  const searched = text.slice(start, end + 1);
  const last = [...searched.matchAll(SENTENCE_ENDS)].at(-1) ?? [...searched.matchAll(WORD_ENDS)].at(-1);
  return last ? start + last.index + last[0].length : end;
}
