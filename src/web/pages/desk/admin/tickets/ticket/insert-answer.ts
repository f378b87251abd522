/** A canned answer goes below what has been written. */
export const insertAnswer = (written: string, answer: string): string =>
  [written.trimEnd(), answer].filter((part) => part !== '').join('\n\n');
