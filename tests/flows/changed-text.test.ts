import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataDir, root, startShop } from '#tests/support/shop-process.ts';

// Whatever the pages are built from.
const parts = ['src', 'tools', 'build', 'migrations', 'package.json', 'package-lock.json', 'tsconfig.json'];
const config = ['vite.config.ts', 'react-router.config.ts'];

const dir = await createDataDir();
const copy = join(dirname(dir), 'copy');
await mkdir(copy);
for (const part of [...parts, ...config])
  await cp(join(root, part), join(copy, part), {
    recursive: true,
    filter: (path) => !path.slice(root.length).includes('node_modules'),
  });
await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
const catalogue = join(copy, 'src', 'i18n', 'de.json');
const texts = JSON.parse(await readFile(catalogue, 'utf8'));
await writeFile(catalogue, JSON.stringify({ ...texts, 'login.submit': 'Jetzt anmelden' }));
const shop = await startShop(dir, {}, { cwd: copy, built: true });

test('a text changed in one catalogue stands on the page and in what the browser loads after the next start', async () => {
  const page = await (await fetch(`${shop.url}/login`, { headers: { 'accept-language': 'de' } })).text();
  expect(page).toMatch(/<button[^>]*>Jetzt anmelden</);
  const scripts = [...page.matchAll(/\/assets\/messages-de-[\w-]+\.js/g)].map(([path]) => path);
  const loaded = await Promise.all(scripts.map(async (path) => (await fetch(shop.url + path)).text()));
  expect(loaded.join()).toContain('Jetzt anmelden');
});
