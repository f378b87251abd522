import { loadTexts } from 'virtual:messages';
import type { I18n } from '@lingui/core';
import { SHARED_AREA } from '#web/i18n/message-area.ts';

/** The catalogue of the browser's page, the language being switched to, and the areas visited. */
let catalogue: I18n | undefined;
let requested: string | undefined;
const needed = new Set([SHARED_AREA]);

async function add(i18n: I18n, locale: string, areas: Iterable<string>): Promise<void> {
  const parts = await Promise.all([...areas].map((area) => loadTexts(area, locale)));
  i18n.load(locale, Object.assign({}, ...parts));
}

/** Switches the catalogue to a language once the messages of every visited area have loaded. */
export async function loadMessages(i18n: I18n, locale: string, areas: readonly string[] = []): Promise<void> {
  catalogue = i18n;
  requested = locale;
  for (const area of areas) needed.add(area);
  await add(i18n, locale, needed);
  i18n.activate(locale);
}

/** Loads an area's messages before its pages open, in the current language and the one being switched to. */
export async function loadArea(area: string): Promise<void> {
  if (!catalogue || needed.has(area)) return;
  const i18n = catalogue;
  let next: string | undefined;
  // The language may change while the messages load.
  do {
    next = requested;
    const locales = new Set([i18n.locale, next ?? i18n.locale]);
    await Promise.all([...locales].map((locale) => add(i18n, locale, [area])));
  } while (next !== requested);
  needed.add(area);
}
