import { maskDigits } from './mask-digits.ts';

const LONGEST = 300;

/** An error's text for people who may know neither whom a mail went to nor a key: links, addresses and tokens are left out. */
export const maskError = (text: string): string =>
  maskDigits(
    text
      .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[link]')
      .replace(/[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g, '[address]')
      .replace(/[A-Za-z0-9_+/=]{24,}/g, '[token]'),
  ).slice(0, LONGEST);
