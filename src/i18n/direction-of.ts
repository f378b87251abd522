/** The languages of two letters that are written from right to left; a test compares them with CLDR. */
const rightToLeft = new Set('ae ar dv fa he iw ji ks ps sd ug ur yi'.split(' '));

/** Computed without `Intl.Locale`, whose text information not every browser has. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(locale.split('-', 1)[0] ?? '') ? 'rtl' : 'ltr';
