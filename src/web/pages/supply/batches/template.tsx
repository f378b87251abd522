import type { LoaderFunctionArgs } from 'react-router';
import { getTemplate } from '#contracts/supply/imports.ts';
import { read } from '#web/server/api.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  return csvDownload(
    getTemplate.download,
    await read({ context, url }, getTemplate, { params: { id: params.id ?? '' } }),
  );
}
