// Draws the pictures of README.md: `node tools/draw-pictures.ts` starts a shop in demo mode for them, or takes the running one
// whose address it gets. Their files are committed, as a browser is needed to draw them.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium } from 'playwright-core';

const MAX_BYTES = 80_000;
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

interface Picture {
  file: string;
  user: string;
  path: (api: Api) => Promise<string>;
}

type Api = (path: string, body?: object) => Promise<{ data: never }>;

const pictures: Picture[] = [
  { file: 'cards', user: 'buyer', path: async () => '/cards' },
  { file: 'payment', user: 'buyer', path: async (api) => `/billing/${await payment(api)}` },
  { file: 'order', user: 'regular', path: async (api) => `/orders/${await lastOrder(api)}` },
  { file: 'ledger', user: 'auditor', path: async () => '/admin/ledger' },
];

const payment = async (api: Api) => {
  const { id }: { id: string } = (await api('/api/billings', { coin: 'ETH', amount_cents: 5000 })).data;
  return id;
};

const lastOrder = async (api: Api) => {
  const [order]: { id: string }[] = (await api('/api/invoices')).data;
  return order!.id;
};

/** A new shop of its own, and how it ends. */
async function startDemo() {
  const dir = await mkdtemp(join(tmpdir(), 'facevalue-pictures-'));
  const env = { ...process.env, DATA_DIR: join(dir, 'data'), PORT: '3900' };
  const child = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ready = /^Facevalue is ready: (\S+)/;
  const end = async () => {
    child.kill();
    await once(child, 'exit');
    await rm(dir, { recursive: true });
  };
  for await (const line of createInterface(child.stdout)) {
    const url = ready.exec(line)?.[1];
    if (url) return { url, end };
  }
  throw new Error('The demo did not start.');
}

async function signIn(url: string, username: string): Promise<{ token: string; api: Api }> {
  const call = async (path: string, body?: object, token?: string) => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { access_token: token } = await call('/api/auth/login', { username, password: 'facevalue-demo' });
  return { token, api: (path, body) => call(path, body, token) };
}

/** As small as it has to be: the quality falls until the picture fits. */
async function toWebp(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  for (let quality = 90; quality >= 50; quality -= 5) {
    const webp = await canvas.encode('webp', quality);
    if (webp.length < MAX_BYTES) return webp;
  }
  throw new Error(`A picture is larger than ${MAX_BYTES} bytes.`);
}

const running = process.argv[2];
const demo = running ? { url: running, end: async () => {} } : await startDemo();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
try {
  for (const { file, user, path } of pictures) {
    const { token, api } = await signIn(demo.url, user);
    const context = await browser.newContext({ viewport: { width: 1200, height: 780 }, reducedMotion: 'reduce' });
    await context.addCookies([{ name: 'facevalue', value: token, url: demo.url }]);
    const page = await context.newPage();
    await page.goto(demo.url + (await path(api)), { waitUntil: 'networkidle' });
    // Fonts that come late are not shown: the second time they are in the cache.
    await page.reload({ waitUntil: 'networkidle' });
    // What needs JavaScript, such as the copy buttons, is there once the router has taken over.
    await page.waitForFunction(() => history.scrollRestoration === 'manual');
    const webp = await toWebp(await page.screenshot());
    await writeFile(join(folder, `${file}.webp`), webp);
    console.log(`${file}.webp: ${webp.length} bytes`);
    await context.close();
  }
} finally {
  await browser.close();
  await demo.end();
}
