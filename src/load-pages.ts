import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ShopOptions } from './app.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The built pages. */
export async function loadPages(): Promise<ShopOptions['pages']> {
  const build = here('../build/server/index.js');
  if (!existsSync(build)) throw new Error('The pages are not built. `npm start` builds them.');
  return { build: await import(pathToFileURL(build).href), assets: here('../build/client') };
}
