import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { findFaults } from '../tools/check-arrows.ts';

const dir = await mkdtemp(join(tmpdir(), 'facevalue-arrows-'));
afterAll(() => rm(dir, { recursive: true }));

/** Each file with its imports: what they name, or the whole statement. */
type Files = Record<string, string[]>;

/** A house in which every import is allowed. */
const house: Files = {
  'src/i18n/message.ts': [],
  'src/contracts/call.ts': ['#i18n/message.ts'],
  'src/contracts/content/news.ts': ['../call.ts'],
  'src/contracts/index.ts': ['./content/news.ts'],
  'src/platform/clock.ts': [],
  'src/platform/db/client.ts': ['../clock.ts'],
  'src/platform/http/serve.ts': ['#contracts/call.ts', '#platform/db/client.ts'],
  'src/features/ctx.ts': ['#platform/db/client.ts'],
  'src/features/messages/mail/queue-mail.ts': ['../../ctx.ts'],
  'src/features/identity/auth/login.ts': [
    '../../messages/mail/queue-mail.ts',
    './tokens/token.ts',
    '#contracts/index.ts',
  ],
  'src/features/identity/auth/tokens/token.ts': [],
  'src/features/messages/mail/queue-mail.test.ts': [
    '../../identity/auth/login.ts',
    '#tests/support/shop.ts',
    '#app/shop.ts',
  ],
  'src/web/ui/alert.tsx': ['#i18n/message.ts'],
  'src/web/pages/home.tsx': ['#web/ui/alert.tsx', '#contracts/call.ts'],
  'src/app/shop.ts': ['#features/identity/auth/login.ts', '#web/pages/home.tsx'],
  'src/server.ts': ['#app/shop.ts'],
  'tests/support/shop.ts': ['#app/shop.ts'],
};

let houses = 0;

/** The faults of the house with these changes. */
async function faultsWith(changes: Files): Promise<string[]> {
  const root = join(dir, String(houses++));
  for (const [file, imports] of Object.entries({ ...house, ...changes })) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    const lines = imports.map((name, index) =>
      name.includes(' ') ? name : `import { type One, one as one${index} } from '${name}';`,
    );
    const view = file.endsWith('x') ? ['export const view = <p>1</p>;'] : [];
    await writeFile(join(root, file), [...lines, ...view, 'export const one: number = 1;'].join('\n'));
  }
  await cp(fileURLToPath(new URL('../package.json', import.meta.url)), join(root, 'package.json'));
  return findFaults(root);
}

test('a house whose imports all follow the arrows has no fault', async () => {
  expect(await faultsWith({})).toEqual([]);
});

test.each<[title: string, changes: Files, fault: string]>([
  [
    'a page that imports one of an area above its own',
    {
      'src/web/pages/coins/billing/payment.tsx': ['#web/pages/shop/buying/brand.tsx'],
      'src/web/pages/shop/buying/brand.tsx': [],
    },
    'src/web/pages/coins/billing/payment.tsx imports src/web/pages/shop/buying/brand.tsx: ' +
      'pages of coins may import only those of the areas before it',
  ],
  [
    'a wing that imports one above it',
    { 'src/platform/db/client.ts': ['#features/ctx.ts'] },
    'src/platform/db/client.ts imports src/features/ctx.ts: platform may import i18n, contracts',
  ],
  [
    'a page that imports a feature',
    { 'src/web/pages/home.tsx': ['#features/identity/auth/login.ts'] },
    'src/web/pages/home.tsx imports src/features/identity/auth/login.ts: web may import i18n, contracts',
  ],
  [
    'a test of a page that imports a feature',
    { 'src/web/pages/home.test.tsx': ['#features/identity/auth/login.ts'] },
    'src/web/pages/home.test.tsx imports src/features/identity/auth/login.ts: web may import i18n, contracts',
  ],
  [
    'a feature that imports one above it',
    { 'src/features/messages/mail/queue-mail.ts': ['../../identity/auth/tokens/token.ts'] },
    'src/features/messages/mail/queue-mail.ts imports src/features/identity/auth/tokens/token.ts: messages/mail may import only the features before it',
  ],
  [
    'a feature that has no place in the order',
    { 'src/features/raffles/draw.ts': ['../ctx.ts'] },
    'src/features/raffles/draw.ts imports src/features/ctx.ts: the feature is missing in src/contracts/areas.ts',
  ],
  [
    'code of the shop that imports the support of tests',
    { 'src/app/shop.ts': ['#tests/support/stock.ts'], 'tests/support/stock.ts': [] },
    'src/app/shop.ts imports tests/support/stock.ts: src imports nothing outside src',
  ],
  [
    'a tool that imports the support of tests',
    { 'tools/dump.ts': ['#tests/support/shop.ts'] },
    'tools/dump.ts imports tests/support/shop.ts: only tests import it',
  ],
  [
    'a barrel',
    { 'src/features/identity/auth/index.ts': ['./login.ts'] },
    'src/features/identity/auth/index.ts imports src/features/identity/auth/login.ts: a barrel: name the file after its one export',
  ],
  [
    'a loop of files, by a type alone',
    {
      'src/features/identity/auth/tokens/token.ts': ["import type { One } from './mac.ts';"],
      'src/features/identity/auth/tokens/mac.ts': ['./token.ts'],
    },
    'import loop: src/features/identity/auth/tokens/mac.ts -> src/features/identity/auth/tokens/token.ts -> src/features/identity/auth/tokens/mac.ts',
  ],
  [
    'a sub-room that imports a file of the folder around it',
    { 'src/features/identity/auth/tokens/token.ts': ['../limit.ts'], 'src/features/identity/auth/limit.ts': [] },
    'src/features/identity/auth/tokens/token.ts imports src/features/identity/auth/limit.ts: a sub-room imports no file of the folder around it',
  ],
  [
    'a loop of two rooms without a loop of files',
    {
      'src/platform/db/client.ts': ['#platform/http/errors.ts'],
      'src/platform/http/errors.ts': [],
      'src/platform/db/pool.ts': [],
      'src/platform/http/serve.ts': ['#platform/db/pool.ts'],
    },
    'loop of rooms in src/platform: src/platform/db/client.ts -> src/platform/http/errors.ts, ' +
      'src/platform/http/serve.ts -> src/platform/db/pool.ts',
  ],
  [
    'a loop of two rooms by their sub-rooms',
    { 'src/web/ui/card/face.tsx': ['#web/pages/shop/price.tsx'], 'src/web/pages/shop/price.tsx': [] },
    'loop of rooms in src/web: src/web/pages/home.tsx -> src/web/ui/alert.tsx, ' +
      'src/web/ui/card/face.tsx -> src/web/pages/shop/price.tsx',
  ],
  [
    'a crowded folder without sub-rooms',
    Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`src/features/shop/orders/verb-${index}.ts`, []])),
    'src/features/shop/orders has 16 files: more than 15 ask for sub-rooms',
  ],
  [
    'a crowded folder with sub-rooms',
    {
      ...Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`src/app/part-${index}.ts`, []])),
      'src/app/raw-routes/health.ts': [],
    },
    // With the one of the house.
    'src/app has 17 files: more than 15 ask for sub-rooms',
  ],
  [
    'a room named by technique',
    { 'src/features/shop/orders/helpers/total.ts': [] },
    'src/features/shop/orders/helpers is a drawer: name it after its subject',
  ],
])('%s is refused', async (_, changes, fault) => {
  expect(await faultsWith(changes)).toContain(fault);
});

test.each([
  "import { one as other } from '../../identity/auth/tokens/token.ts';",
  "import type { One } from '../../identity/auth/tokens/token.ts';",
  "import '../../identity/auth/tokens/token.ts';",
  "export { one as other } from '../../identity/auth/tokens/token.ts';",
  "export * from '../../identity/auth/tokens/token.ts';",
  "export const load = () => import('#features/identity/auth/tokens/token.ts');",
])('an arrow is seen in %s', async (statement) => {
  expect(await faultsWith({ 'src/features/messages/mail/queue-mail.ts': [statement] })).toContain(
    'src/features/messages/mail/queue-mail.ts imports src/features/identity/auth/tokens/token.ts: messages/mail may import only the features before it',
  );
});
