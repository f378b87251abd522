import { languages } from 'virtual:messages';
import type { LoaderFunctionArgs } from 'react-router';
import { LEGAL_KINDS, legalEditor } from '#contracts/content/content.ts';
import { read } from '#web/server/api.ts';

/** The version in force of each legal text and language; a list holds the newest first. */
export async function loadInForce(args: LoaderFunctionArgs) {
  const { data: texts } = await read(args, legalEditor.listTexts, { query: { per_page: '100' } });
  const published = texts.filter(({ state }) => state === 'published');
  return LEGAL_KINDS.flatMap((kind) =>
    languages.flatMap(([locale]) => published.find((one) => one.kind === kind && one.locale === locale) ?? []),
  );
}
