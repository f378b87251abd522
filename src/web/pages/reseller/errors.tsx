import type { LoaderFunctionArgs } from 'react-router';
import { exportImportErrors } from '#contracts/imports.ts';
import { read } from '#web/server/api.ts';
import { csvParts } from './parts/csv-parts.ts';

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const lines = await read({ context, url }, exportImportErrors, { params: { id: params.id ?? '' } });
  return csvParts(exportImportErrors.download, lines);
}
