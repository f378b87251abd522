const tags: Record<string, string> = { en: 'en-GB' };

/** A month as the language writes it: November 2026. */
export const monthName = (locale: string, month: string): string =>
  new Intl.DateTimeFormat(tags[locale] ?? locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
