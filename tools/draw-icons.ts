// Draws the icons of the installed app from the shop's mark: node tools/draw-icons.ts. Their files are committed, as a
// browser is needed to draw them.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const inRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
// Finer lines than in the menu, where the mark is 28 px wide.
const mark = readFileSync(inRoot('src/web/ui/display/mark.svg'), 'utf8').replace(
  'stroke-width="1.4"',
  'stroke-width="0.9" stroke-linejoin="round"',
);
// Devices cut maskable icons to their own shape: the ground reaches every corner, and the rosette lies within the safe zone.
const filled = mark.replace(' rx="8"', '');
// Of this one, devices show the shape alone.
const badge = mark
  .replace(/<rect[^>]*>/, '')
  .replace('stroke="#f3ead2"', 'stroke="#fff"')
  .replace('0 0 32 32', '5 5 22 22');

const icons = [
  { file: 'icon-192.png', svg: mark, size: 192 },
  { file: 'icon-512.png', svg: mark, size: 512 },
  { file: 'icon-maskable-512.png', svg: filled, size: 512 },
  { file: 'apple-touch-icon.png', svg: filled, size: 180 },
  { file: 'badge-96.png', svg: badge, size: 96 },
];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
for (const { file, svg, size } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
  await page.screenshot({ path: inRoot(`src/web/public/${file}`), omitBackground: true });
  await page.close();
}
await browser.close();
