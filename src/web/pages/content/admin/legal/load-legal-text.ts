import { languages } from 'virtual:messages';
import type { LoaderFunctionArgs } from 'react-router';
import { getLegalVersion, LEGAL_KINDS } from '#contracts/content/content.ts';
import { DEFAULT_LOCALE } from '#i18n/default-locale.ts';
import { read } from '#web/server/api.ts';
import { loadText } from '../editor/load-text.ts';
import { legalKind } from '../kinds/legal.ts';
import { loadInForce } from './load-in-force.ts';

/**
 * The loader of a legal text's editor, with what is in force in the other languages and which of them have nothing. A new one starts with the version
 * that it will take the place of.
 */
export async function loadLegalText(args: LoaderFunctionArgs) {
  const [{ text }, inForce] = await Promise.all([loadText(legalKind)(args), loadInForce(args)]);
  const asked = args.url.searchParams;
  const kind = text?.kind ?? LEGAL_KINDS.find((one) => one === asked.get('kind')) ?? 'terms';
  const [locale] = languages.find(([one]) => one === (text?.locale ?? asked.get('locale'))) ?? [DEFAULT_LOCALE];
  const versions = inForce.filter((one) => one.kind === kind && one.locale !== locale);
  const others = await Promise.all(versions.map(({ id }) => read(args, getLegalVersion, { params: { kind, id } })));
  // Readers of these get it in another language, with a sentence that says so.
  const missing = languages.filter(([one]) => one !== locale && !versions.some((version) => version.locale === one));
  const content = inForce.find((one) => one.kind === kind && one.locale === locale)?.content ?? '';
  return { text, start: { kind, locale, content }, others: others.map(({ data }) => data), missing };
}
