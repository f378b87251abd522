import type { LoaderFunctionArgs } from 'react-router';
import { exportImportErrors } from '#contracts/supply/imports.ts';
import { read } from '#web/server/api.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const lines = await read({ context, url }, exportImportErrors, { params: { id: params.id ?? '' } });
  return csvDownload(exportImportErrors.download, lines);
}
