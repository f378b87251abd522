/** Words as a field shows them, with commas between. */
export const joined = (items: readonly string[]): string => items.join(', ');

/** The words that somebody typed with commas or line breaks between. */
export const split = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter(Boolean);
