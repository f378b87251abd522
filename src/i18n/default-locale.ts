/** The shop's own language: what has no translation is shown in it. */
export const DEFAULT_LOCALE = 'en';
