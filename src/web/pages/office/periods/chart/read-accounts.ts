import type { AccountNumber } from '#contracts/office/periods.ts';

/** The numbers in a submitted form. Its kinds stand in fields of their own; one without a number is left out. */
export const readAccounts = (field: { (name: string): string; all(name: string): string[] }): AccountNumber[] =>
  field
    .all('kinds')
    .map((kind) => ({
      kind,
      number: field(`number_${kind}`).trim(),
      tax_key: field(`tax_key_${kind}`).trim() || null,
    }))
    .filter(({ number }) => number !== '');
