import type { LoaderFunctionArgs } from 'react-router';
import type { EditedText } from '#contracts/content/editor-calls.ts';
import { read } from '#web/server/api.ts';
import type { Kind } from './kind.ts';

/** The loader of an editor: the content at its address, null for `new`. */
export function loadText<Text extends EditedText, Body>({ calls }: Kind<Text, Body>) {
  return async ({ context, url, params: { id = '' } }: LoaderFunctionArgs) => ({
    text: id === 'new' ? null : (await read({ context, url }, calls.getText, { params: { id } })).data,
  });
}
