/** Made by tools/compile-messages.ts from the catalogues and the folders of the pages. */
declare module 'virtual:messages' {
  import type { Messages } from '@lingui/core';

  /** Each area's chunk by language: compiled when built, so that the browser needs no parser. */
  export const files: Record<string, Record<string, () => Promise<Messages>>>;
  /** Every language that has a catalogue, and what it calls itself: de, Deutsch. */
  export const languages: readonly (readonly [locale: string, name: string])[];
}
