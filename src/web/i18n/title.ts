import type { Message, MessageKey } from '#i18n/message.ts';

export interface Titled {
  /** null where it speaks of data that could not be read. */
  title: (data: unknown) => Message | null;
}

/** The handle of a page with its title, which the root puts into words; `valuesOf` takes what the page's loader gave. */
export const title = (key: MessageKey, valuesOf?: (data: never) => Message['values']): Titled => ({
  title(data) {
    if (!valuesOf) return { key };
    return data ? { key, values: valuesOf(data as never) } : null;
  },
});
