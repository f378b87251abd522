import { downloadParts } from './download-parts.ts';

/** A ZIP file of the API, which the browser saves under this name. */
export const zipDownload = (name: string, parts: unknown): Response =>
  new Response(downloadParts(parts), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
