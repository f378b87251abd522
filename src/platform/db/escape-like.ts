/** Escapes a text for a LIKE pattern, so that it matches only itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
