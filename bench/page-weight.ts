// JavaScript and CSS that a browser first loads for each screen of src/web/routes.ts, with gzip and with brotli.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPages } from '#app/pages/load-pages.ts';
import { areasOfRoute, SHARED_AREA } from '#web/i18n/message-area.ts';
import { screens } from '#web/routes.ts';
import type { Screen } from '#web/screen.ts';
import { isBeyondShop, shopManifest } from '#web/server/shop-manifest.ts';
import { openBenchDatabase } from './support/bench-shop.ts';
import { writeResult } from './support/machine.ts';

const client = fileURLToPath(new URL('../build/client', import.meta.url));
const target = 'first page: at most 110 KB of JavaScript and 20 KB of CSS, by gzip';

interface Part {
  id?: string;
  module: string;
  imports?: string[];
  css?: string[];
  parentId?: string;
}

interface Manifest {
  url: string;
  entry: Part;
  routes: Record<string, Part>;
}

const bytes = (file: string, coding: 'gz' | 'br') => readFileSync(join(client, `${file}.${coding}`)).length;
const kb = (files: Set<string>, coding: 'gz' | 'br') =>
  Number(([...files].reduce((sum, file) => sum + bytes(file, coding), 0) / 1000).toFixed(1));

/** What one screen loads before it can be used: the router, its own route with the layouts around it, and the texts. */
function weigh(manifest: Manifest, words: Record<string, string>, screen: Screen) {
  const parts: Part[] = [manifest.entry];
  for (let id: string | undefined = screen.page; id; id = manifest.routes[id]?.parentId)
    parts.push(manifest.routes[id] as Part);
  const areas = [SHARED_AREA, ...parts.flatMap(({ id = '' }) => areasOfRoute(id))];
  const texts = areas.flatMap((area) => words[area] ?? []);
  const list = isBeyondShop(screen.page) ? manifest.url : shopManifest(manifest.url);
  const scripts = new Set([list, ...texts, ...parts.flatMap((part) => [part.module, ...(part.imports ?? [])])]);
  // The router marks styles that came in with a module that is shared: `ui.css#`.
  const styles = new Set(parts.flatMap((part) => part.css ?? []).map((file) => file.replace(/#$/, '')));
  return {
    js_kb: kb(scripts, 'gz'),
    css_kb: kb(styles, 'gz'),
    js_brotli_kb: kb(scripts, 'br'),
    css_brotli_kb: kb(styles, 'br'),
  };
}

const { messageFiles } = await loadPages();
const build = await import(new URL('../build/server/index.js', import.meta.url).href);
const manifest = build.assets as Manifest;
const pages = Object.fromEntries(
  screens.map((screen) => [screen.path, weigh(manifest, messageFiles.en ?? {}, screen)]),
);
const database = await openBenchDatabase();
try {
  await writeResult('page-weight', database.sql, { target, first_page: pages['/login'], pages });
} finally {
  await database.close();
}
