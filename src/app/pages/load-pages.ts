import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createPageHandler } from '#web/server/page-handler.ts';
import type { Pages } from './pages.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The built pages. */
export async function loadPages(): Promise<Pages> {
  const build = here('../../../build/server/index.js');
  if (!existsSync(build)) throw new Error('The pages are not built. `npm start` builds them.');
  const handle = createPageHandler(await import(pathToFileURL(build).href), 'production');
  // `bin/make-current` puts them there.
  const before = here('../../../build/before');
  return {
    handle,
    assets: here('../../../build/client'),
    assetsBefore: existsSync(before) ? before : null,
    messageFiles: findMessageFiles(),
  };
}

function findMessageFiles(): Pages['messageFiles'] {
  const files: Pages['messageFiles'] = {};
  for (const name of readdirSync(here('../../../build/client/assets'))) {
    const [, locale, area] = /^messages-([a-z]{2})-([a-z]+)-[\w-]{8}\.js$/.exec(name) ?? [];
    if (locale && area) files[locale] = { ...files[locale], [area]: `/assets/${name}` };
  }
  return files;
}
