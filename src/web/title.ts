import type { Message, WordKey } from '#words/say.ts';

export interface Titled {
  title: (data: unknown) => Message;
}

/** The handle of a page with its title, which the root puts into words; `valuesOf` takes what the page's loader gave. */
export const title = (key: WordKey, valuesOf?: (data: never) => Message['values']): Titled => ({
  title: (data) => ({ key, ...(valuesOf && data ? { values: valuesOf(data as never) } : {}) }),
});
