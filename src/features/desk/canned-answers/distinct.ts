/** Each tag once, in alphabetical order. */
export const distinct = (tags: readonly string[]): string[] => [...new Set(tags)].sort();
