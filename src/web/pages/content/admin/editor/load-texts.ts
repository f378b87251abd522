import type { LoaderFunctionArgs } from 'react-router';
import { type EditedText, textSorts } from '#contracts/content/editor-calls.ts';
import { read } from '#web/server/api.ts';
import { pageQueryOf, sortQueryOf } from '#web/server/page-query.ts';
import type { Kind } from './kind.ts';

/** The loader of a list. */
export function loadTexts<Text extends EditedText, Body>({ calls }: Kind<Text, Body>) {
  return ({ context, url }: LoaderFunctionArgs) =>
    read({ context, url }, calls.listTexts, { query: { ...pageQueryOf(url), ...sortQueryOf(url, textSorts) } });
}
