/**
 * SHA-256 of the consents that end the right to return a card, by version and language. A changed text is a new version;
 * the first text of a new language is added to the newest. A test compares it with the catalogues. Orders keep the
 * version, so that its wording can be shown for good.
 */
export const consentTexts: readonly Readonly<Record<string, string>>[] = [
  {
    en: '39a839cbb68311928a84c1c485e6e0b03d194a61b696b68c20ce463121162520',
    de: 'f0820eef8dd39805a01698a5e548cb41ea3b7dc7e1d5c4fd69ecd8f92af7c070',
    es: '3426895d419ded746843ec5d116803141f22b40ef9447a37f69a28f0ec6ae036',
  },
];

export const CONSENT_VERSION = consentTexts.length;
