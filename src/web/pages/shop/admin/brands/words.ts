/** Words as a field shows them, with commas between. */
export const joined = (words: readonly string[]): string => words.join(', ');

/** The words that somebody typed with commas or line breaks between. */
export const split = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean);
