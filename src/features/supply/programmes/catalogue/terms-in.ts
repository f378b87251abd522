import type { Programme } from './catalogue.ts';

type Terms = Pick<Programme, 'expiry_policy' | 'expiry_translations' | 'fee_text' | 'fee_translations'>;

/** When the money on a card ends and what is charged for it, in the reader's language where they were written in it. */
export const termsIn = (locale: string, { expiry_policy, expiry_translations, fee_text, fee_translations }: Terms) =>
  [expiry_translations[locale] ?? expiry_policy, fee_translations[locale] ?? fee_text].filter(Boolean).join('\n\n');
