import type { LoaderFunctionArgs } from 'react-router';
import { getLegalText, type LegalText } from '#contracts/content/content.ts';
import { read } from '#web/server/api.ts';

/** The loader of a legal text's page. */
export function loadLegal(kind: LegalText['kind']) {
  return async ({ context, url }: LoaderFunctionArgs) =>
    (await read({ context, url }, getLegalText, { params: { kind } })).data;
}
