import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createPageHandler } from '#web/page-handler.ts';
import type { Pages } from './pages.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The built pages. */
export async function loadPages(): Promise<Pages> {
  const build = here('../build/server/index.js');
  if (!existsSync(build)) throw new Error('The pages are not built. `npm start` builds them.');
  const handle = createPageHandler(await import(pathToFileURL(build).href), 'production');
  return { handle, assets: here('../build/client'), wordsFiles: findWordsFiles() };
}

function findWordsFiles(): Record<string, string> {
  const found = readdirSync(here('../build/client/assets')).flatMap((name) => {
    const locale = /^words-([a-z]{2})-[\w-]+\.js$/.exec(name)?.[1];
    return locale ? [[locale, `/assets/${name}`]] : [];
  });
  return Object.fromEntries(found);
}
