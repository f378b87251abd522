import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openNewsFeed } from '#contracts/content/content.ts';
import { register } from '#contracts/identity/auth.ts';
import { startPasskey, startTwoFactor } from '#contracts/identity/factors.ts';
import {
  defaultBranding,
  getBranding,
  isReadable,
  nearestReadable,
  removeLogo,
  saveBranding,
  saveLogo,
  unbranded,
} from '#contracts/messages/branding.ts';
import { logoFiles, logoPath } from '#contracts/messages/logo-files.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { loadCanvas } from '#platform/images/load-canvas.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const publisher = shop.as(await shop.createUser({ role: 'admin', duties: ['publisher'] }));
const save = (changes: object) => publisher(saveBranding, { body: { ...defaultBranding, ...changes } });

test('a shop has our name and colours until its operator chooses others, which is audited', async () => {
  expect((await publisher(getBranding)).body.data).toEqual(unbranded);
  const own = { name: 'Kartenhaus', accent_light: '#7a1f5c', accent_dark: '#f0a5d8', footer: 'Kartenhaus GmbH' };
  expect((await save({ ...own, accent_light: '#7A1F5C' })).status).toBe(204);
  expect((await publisher(getBranding)).body.data).toEqual({ ...unbranded, ...own });
  const [entry] = await shop.sql`select details from audit_entries where action = 'branding.saved'`;
  expect(entry?.details).toMatchObject({ ...own, name_before: 'Facevalue', footer_before: '' });
  expect(entry?.details).not.toHaveProperty('mail_header_before');
});

test('a colour in which text is faint is refused with its contrast and the nearest that works', async () => {
  const { status, body } = await save({ accent_light: '#74d1b2' });
  expect(status).toBe(422);
  const [, ratio, nearest] = /only ([\d.]+) to 1.*is (#\w{6})\./.exec(String(body.errors?.accent_light)) ?? [];
  expect(Number(ratio)).toBeLessThan(2);
  expect((await save({ accent_light: nearest })).status).toBe(204);
  expect(Object.keys((await save({ accent_dark: '#0b5d4b' })).body.errors ?? {})).toEqual(['accent_dark']);
  const wrong = await save({ name: ' ', accent_light: 'green', footer: 'two\nlines' });
  expect(Object.keys(wrong.body.errors ?? {}).sort()).toEqual(['accent_light', 'footer', 'name']);
});

test('the nearest colour can always be read', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(colour, fc.constantFrom('light' as const, 'dark' as const), (accent, mode) => {
      expect(isReadable(nearestReadable(accent, mode), mode)).toBe(true);
      if (isReadable(accent, mode)) expect(nearestReadable(accent, mode)).toBe(accent);
    }),
  );
});

test("mails carry the operator's name, first line and colours", async () => {
  await save({ name: 'Karten & Co', accent_light: '#7a1f5c', mail_header: 'From <Karten>' });
  const body = { username: 'anna', email: 'anna@example.com', password: 'a-quiet-harbour-9', terms: true as const };
  await shop.as(null)(register, { body });
  await shop.runQueuedJobs();
  const [mail] = await shop.sql<{ text_body: string; html_body: string }[]>`select text_body, html_body from mailbox`;
  expect(mail?.text_body).toMatch(/^From <Karten>\n\nHello anna/);
  expect(mail?.text_body).toContain('Karten & Co, http');
  expect(mail?.html_body).toContain('From &lt;Karten&gt;');
  expect(mail?.html_body).toMatch(/background: #7a1f5c;\s+color: #ffffff/);
});

test("authenticator apps, passkeys and the feed know the shop by its operator's name", async () => {
  await save({ name: 'Karten & Co' });
  const call = shop.as(await shop.createUser());
  const uri = new URL(String((await call(startTwoFactor)).body.data.uri));
  expect(uri.searchParams.get('issuer')).toBe('Karten & Co');
  expect((await call(startPasskey)).body.data.options).toMatchObject({ rp: { name: 'Karten & Co' } });
  const { url } = (await call(openNewsFeed)).body.data;
  const feed = await (await shop.app.request(String(url))).text();
  expect(feed).toContain('<title>Karten &amp; Co news</title>');
  expect(feed).toContain('<name>Karten &amp; Co</name>');
});

test('the style sheet of two accents is a file that browsers may keep, and no other name is one', async () => {
  const sheet = await shop.app.request('http://localhost/accent/7a1f5c-f0a5d8.css');
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect(await sheet.text()).toContain('--accent: light-dark(#7a1f5c, #f0a5d8);');
  expect((await shop.app.request('http://localhost/accent/x}y-f0a5d8.css')).status).toBe(404);
});

/** A PNG with a filled rectangle on nothing. */
function picture(colour: string, [width, height]: [number, number], box: [number, number, number, number]): Buffer {
  const canvas = loadCanvas().createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = colour;
  pen.fillRect(...box);
  pen.clearRect(box[0] + 2, box[1] + 2, box[2] / 2, box[3] / 2);
  return canvas.toBuffer('image/png');
}
const upload = (bytes: Uint8Array, who = publisher) =>
  who(saveLogo, {
    body: (async function* () {
      yield bytes;
    })(),
  });
const get = (path: string) => shop.app.request(`http://localhost${path}`);
const sizeOf = async (path: string) => {
  const image = await loadCanvas().loadImage(Buffer.from(await (await get(path)).arrayBuffer()));
  return [image.width, image.height];
};

test('an uploaded logo is drawn anew without its margins in every size, and its addresses never change', async () => {
  const { status, body } = await upload(picture('#101010', [600, 400], [100, 100, 400, 200]));
  const { id } = body.data;
  expect([status, body.data]).toEqual([200, { id, width: 192, height: 96, plate: 'light' }]);
  expect((await publisher(getBranding)).body.data.logo).toEqual(body.data);
  const sizes = await Promise.all(logoFiles.map((file) => sizeOf(logoPath({ id }, file))));
  expect(sizes).toEqual([
    [192, 96],
    [180, 180],
    [192, 192],
    [512, 512],
    [512, 512],
  ]);
  const served = await get(logoPath({ id }));
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(served.headers.get('cache-control')).toContain('immutable');
  for (const path of [`/logo/${'0'.repeat(32)}/logo.png`, `/logo/${id}/other.png`, '/logo/x/logo.png'])
    expect((await get(path)).status).toBe(404);
});

test('what a file holds besides its pixels is not kept', async () => {
  const bytes = picture('#e08030', [128, 128], [0, 0, 128, 128]);
  const hidden = Buffer.from('<script>alert(1)</script>');
  const { body } = await upload(Buffer.concat([bytes, hidden]));
  expect(body.data.plate).toBeNull();
  for (const file of logoFiles) {
    const kept = Buffer.from(await (await get(logoPath(body.data, file))).arrayBuffer());
    expect(kept.includes(hidden)).toBe(false);
  }
});

test('the logo before is served until the next one, and none after its removal', async () => {
  const ids: string[] = [];
  for (const colour of ['#aa0000', '#00aa00', '#0000aa'])
    ids.push((await upload(picture(colour, [64, 64], [0, 0, 64, 64]))).body.data.id);
  const statuses = () => Promise.all(ids.map(async (id) => (await get(logoPath({ id }))).status));
  expect(await statuses()).toEqual([404, 200, 200]);
  expect((await publisher(removeLogo)).status).toBe(204);
  expect(await statuses()).toEqual([404, 404, 404]);
  expect((await publisher(getBranding)).body.data.logo).toBeNull();
  expect((await publisher(removeLogo)).status).toBe(404);
  const entries = await shop.sql`
      select action, details from audit_entries where action like 'branding.logo%' order by id desc limit 2`;
  expect(entries).toMatchObject([
    { action: 'branding.logo_removed', details: { logo_before: ids[2] } },
    { action: 'branding.logo_saved', details: { logo: ids[2], logo_before: ids[1] } },
  ]);
});

test.for<[string, () => Buffer]>([
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a picture that claims to be huge', () => claiming(100_000, 100_000)],
  ['a picture that claims more pixels than it may', () => claiming(4_000, 4_000)],
  ['a tiny picture', () => picture('#aa0000', [16, 16], [0, 0, 16, 16])],
  ['a picture that ends after its header', () => claiming(128, 128).subarray(0, 60)],
  ['an empty picture', () => picture('#00000000', [128, 128], [0, 0, 128, 128])],
  ['nothing', () => Buffer.alloc(0)],
])('%s is no logo', async ([, bytes]) => {
  const { status, body } = await upload(bytes());
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['logo']]);
});

function claiming(width: number, height: number): Buffer {
  const bytes = picture('#aa0000', [128, 128], [0, 0, 128, 128]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

test('a file above the limit is refused, and so is everybody who is no publisher', async () => {
  expect((await upload(Buffer.alloc(1024 * 1024 + 1))).status).toBe(413);
  const support = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
  const bytes = picture('#aa0000', [128, 128], [0, 0, 128, 128]);
  for (const [who, status] of [
    [shop.as(null), 401],
    [shop.as(await shop.createUser()), 403],
    [support, 403],
  ] as const) {
    expect((await upload(bytes, who)).status).toBe(status);
    expect((await who(removeLogo)).status).toBe(status);
  }
});

test('mails carry the logo within themselves', async () => {
  const {
    body: {
      data: { id },
    },
  } = await upload(picture('#101010', [600, 400], [0, 0, 600, 200]));
  const body = { username: 'berta', email: 'berta@example.com', password: 'a-quiet-harbour-9', terms: true as const };
  await shop.as(null)(register, { body });
  await shop.runQueuedJobs();
  const [mail] = await shop.sql<{ html_body: string }[]>`select html_body from mailbox where recipient = ${body.email}`;
  const [, shown] =
    /<img src="data:image\/png;base64,([^"]+)" width="\d+" height="32" alt="[^"]+" class="plate-light">/.exec(
      mail!.html_body,
    ) ?? [];
  expect(shown).toBe(Buffer.from(await (await get(logoPath({ id }))).arrayBuffer()).toString('base64'));
  await publisher(removeLogo);
});

test('other publishers and approvers learn of each change, and who made it', async () => {
  const others = await Promise.all(
    ['publisher', 'approver', 'support'].map((duty) => shop.createUser({ role: 'admin', duties: [duty] })),
  );
  await save({ name: 'Kartenhaus' });
  await save({ name: 'Kartenhaus' });
  const told = await Promise.all(
    others.map(async (user) => (await shop.as(user)(listNotifications, { query: {} })).body.data.length),
  );
  expect(told).toEqual([1, 1, 0]);
  expect((await publisher(listNotifications, { query: {} })).body.data).toEqual([]);
});
