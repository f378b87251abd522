import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { logoPath } from '#contracts/messages/logo-files.ts';
import type { Ctx } from '#features/ctx.ts';
import { chooseLocale, knownLocale } from '#i18n/choose-locale.ts';
import { readLocale } from '#web/server/cookies/locale-cookie.ts';
import { describeApp } from './describe-app.ts';
import { offlinePage } from './offline-page.ts';

const OFFLINE = '/offline';
const worker = readFileSync(new URL('../../web/service-worker.js', import.meta.url), 'utf8');

/** What makes the shop an app on a device: its manifest, the service worker and the offline page. None is about a user. */
export function mountInstall(app: Hono, ctx: Ctx, assets: string): void {
  const files = findFiles(assets);
  const shown = async () => {
    const { name, logo } = await ctx.branding.read();
    return { name, files: { ...files, mark: logo ? logoPath(logo) : files.mark } };
  };
  const offline = async (c: Context) => String(await offlinePage(localeOf(c), await shown()));
  app.get('/manifest.webmanifest', async (c) =>
    textOf(c, JSON.stringify(describeApp(localeOf(c), await ctx.branding.read())), 'application/manifest+json'),
  );
  app.get(OFFLINE, async (c) => textOf(c, await offline(c), 'text/html'));
  app.get('/sw.js', async (c) => {
    const { styles, mark } = (await shown()).files;
    const cached = JSON.stringify([OFFLINE, styles, mark]);
    // Another language, name or logo of the shop, or release makes it another worker, which browsers notice and install at once.
    const version = createHash('sha256')
      .update(`${worker}${cached}${await offline(c)}`)
      .digest('hex');
    const head = `const VERSION = '${version.slice(0, 16)}';\nconst FILES = ${cached};\n`;
    return textOf(c, `${head}${worker}`, 'text/javascript');
  });
}

const localeOf = (c: Context) =>
  knownLocale(readLocale(c.req.header('cookie') ?? null)) ?? chooseLocale(c.req.header('accept-language'));

const textOf = (c: Context, body: string, type: string) =>
  c.body(body, 200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
    vary: 'Accept-Language, Cookie',
  });

function findFiles(assets: string): { styles: string; mark: string } {
  const names = readdirSync(join(assets, 'assets'));
  const find = (pattern: RegExp) => {
    const name = names.find((one) => pattern.test(one));
    if (!name) throw new Error(`The build lacks ${pattern}.`);
    return `/assets/${name}`;
  };
  return { styles: find(/^root-.*\.css$/), mark: find(/^mark-.*\.svg$/) };
}
