import type { LoaderFunctionArgs } from 'react-router';
import type { EditedText } from '#contracts/content/editor-calls.ts';
import { read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import type { Kind } from '../editor/kind.ts';

/** The loader of a page of versions: the list, and the comparison of the one in the address, else of the latest. */
export function loadVersions<Text extends EditedText, Body>(
  { calls, path }: Kind<Text, Body>,
  nameOf: (text: Text) => string,
) {
  return async ({ context, url, params: { id = '' } }: LoaderFunctionArgs) => {
    const where = { context, url };
    const [{ data: versions, meta }, text] = await Promise.all([
      read(where, calls.listVersions, { params: { id }, query: pageQueryOf(url) }),
      read(where, calls.getText, { params: { id } }),
    ]);
    const asked = url.searchParams;
    const version_id = asked.get('version') ?? versions[0]?.id ?? '';
    const against = asked.get('against') === 'latest' ? 'latest' : 'before';
    const shown = await read(where, calls.getVersion, { params: { id, version_id }, query: { against } });
    return {
      name: nameOf(text.data),
      path: `${path}/${id}`,
      versions,
      meta,
      shown: shown.data,
      against,
      read_at: text.data.updated_at,
    };
  };
}
