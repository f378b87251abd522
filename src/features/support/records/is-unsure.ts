import { scanText } from '../../import-guard/scan-text.ts';

/**
 * Whether a text that the guard let through could still hold payment-card data, read without the allowances for bank
 * accounts, parcels and honest talk. Staff then decides about it.
 */
export const isUnsure = (text: string): boolean =>
  scanText(text, 'name') !== undefined || scanText(text, 'product') !== undefined;
