import type { Message, MessageKey } from '#i18n/message.ts';

export interface Titled {
  /** Null if it depends on data that failed to load. */
  title: (data: unknown) => Message | null;
}

/** A page's route handle with its title, which the root translates; `valuesOf` receives the loader's data. */
export const title = (key: MessageKey, valuesOf?: (data: never) => Message['values']): Titled => ({
  title(data) {
    if (!valuesOf) return { key };
    // The router passes what the page's own loader returned.
    return data ? { key, values: valuesOf(data as never) } : null;
  },
});
