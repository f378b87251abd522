import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { generateSync } from 'otplib';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { confirmTwoFactor, startTwoFactor } from '#contracts/identity/factors.ts';
import { CHECKS, type CheckName, checkShop } from '#contracts/office/checks.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { BackupError } from '#platform/backup/store/backup-store.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import type { Config } from '#platform/config.ts';
import { freePort } from '#platform/net/free-port.ts';
import { DEV_XPUB, startDevChain } from '#tests/support/dev-chain.ts';
import { createRedis } from '#tests/support/redis.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { startSmtpServer } from '#tests/support/smtp.ts';
import { createStaff } from '#tests/support/staff.ts';
import { addCards } from '#tests/support/stock.ts';
import { recordDrill } from '../drills/outcomes/record-drill.ts';
import { reportLoops } from '../operations/jobs/report-loops.ts';
import { withinTime } from './findings/within-time.ts';
import { checkProxy } from './outside/check-proxy.ts';

const data_dir = await mkdtemp(join(tmpdir(), 'facevalue-checks-'));
afterAll(() => rm(data_dir, { recursive: true }));
const shop = await createTestShop({ demo: false, data_dir });
const { ctx, clock } = shop;

async function createAuditor() {
  const auditor = await shop.createUser({ role: 'admin', duties: ['auditor'] });
  // Outside demo mode, staff have a second factor.
  const { secret } = (await shop.as(auditor)(startTwoFactor)).body.data;
  const otp = generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) });
  expect((await shop.as(auditor)(confirmTwoFactor, { body: { otp } })).status).toBe(200);
  return auditor;
}
let auditor = await createAuditor();
let asked = 0;

/** Has the shop check itself; somebody else asks now and then, since nobody may ask often. */
async function check() {
  asked += 1;
  if (asked % 6 === 0) auditor = await createAuditor();
  return shop.as(auditor)(checkShop);
}

/** What the shop says of one thing: its state, and its sentences in one. */
async function found(name: CheckName) {
  const { status, body } = await check();
  expect(status).toBe(200);
  const checks = body.data.filter((each) => each.name === name);
  return checks.map(({ state, found: text, advice, details, coin }) => ({
    state,
    says: [text, advice].filter(Boolean).join(' '),
    details,
    coin,
  }));
}

/** Clients keep their connections for a while. */
function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** Answers over plain HTTP at a free port. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => end(server));
  return (server.address() as AddressInfo).port;
}

const smtp = await startSmtpServer();
const closed = await startSmtpServer({
  authOptional: false,
  disabledCommands: ['STARTTLS'],
  onAuth: (_given, _session, done) => done(new Error('No such user')),
});
const redis = await createRedis();

const usd = 2_000;
let sentAt = () => new Date(clock.now());
const tickers = await Promise.all(
  [1, 1.001].map((factor) =>
    serve((_request, response) =>
      response
        .setHeader('date', sentAt().toUTCString())
        .end(
          JSON.stringify({ ethereum: { usd: usd * factor }, bitcoin: { usd: 50_000 * factor }, litecoin: { usd: 80 } }),
        ),
    ),
  ),
);
const apart = await serve((_request, response) => response.end('{"ethereum": {"usd": 3000}}'));
const rates_urls = [`http://127.0.0.1:${tickers[0]}/`, `http://localhost:${tickers[1]}/`];

const before: Config = { ...ctx.config };
const set = (settings: Partial<Config>) => Object.assign(ctx.config, settings);
beforeEach(() => set({ rates_urls }));
afterEach(() => {
  Object.assign(ctx.config, before);
  ctx.chains = {};
  sentAt = () => new Date(clock.now());
});

test('it checks everything that a shop needs to sell, for the duties that operate one', async () => {
  const { body } = await check();
  expect([...new Set(body.data.map(({ name }) => name))]).toEqual([...CHECKS]);
  expect((await shop.as(null)(checkShop)).status).toBe(401);
  for (const user of [await shop.createUser(), await shop.createUser({ role: 'admin', duties: ['publisher'] })])
    expect((await shop.as(user)(checkShop)).status).toBe(403);
});

test('nobody has it ask others again and again: they would shut out the shop itself', async () => {
  const impatient = await createAuditor();
  const statuses: number[] = [];
  for (let times = 0; times < 8; times++) statuses.push((await shop.as(impatient)(checkShop)).status);
  expect(statuses).toEqual([...Array(6).fill(200), 429, 429]);
});

test('a mail server that takes mails, one that is away, and none', async () => {
  expect(await found('mail')).toMatchObject([{ state: 'off' }]);
  set({ smtp_url: `smtp://127.0.0.1:${smtp.port}` });
  expect(await found('mail')).toMatchObject([{ state: 'well', says: expect.stringContaining('takes mail') }]);
  set({ smtp_url: `smtp://shop:secret@127.0.0.1:${closed.port}` });
  const [failed] = await found('mail');
  expect(failed).toMatchObject({ state: 'failed', says: expect.stringMatching(/AUTH.*Check SMTP_URL/) });
  expect(JSON.stringify(failed)).not.toContain('secret');
  expect(smtp.deliveries).toEqual([]);
});

test('rate sources that agree, one that is silent, and two that are apart', async () => {
  expect(await found('rates')).toMatchObject([
    { state: 'well', details: expect.arrayContaining(['127.0.0.1 ETH 2000.00', 'localhost BTC 50050.00']) },
  ]);
  set({ rates_urls: [...rates_urls, 'http://[::1]:1/'] });
  expect(await found('rates')).toMatchObject([
    { state: 'warning', says: expect.stringContaining('[::1] gave no rate') },
  ]);
  set({ rates_urls: [rates_urls[0]!, 'http://[::1]:1/'] });
  expect(await found('rates')).toMatchObject([
    { state: 'failed', says: expect.stringContaining('none for BTC, ETH, LTC') },
  ]);
  set({
    rates_urls: [rates_urls[0]!, `http://localhost:${apart}/`],
    coins: { BTC: null, LTC: null, ETH: { rpc_url: '', xpub: '' } },
  });
  expect(await found('rates')).toMatchObject([
    { state: 'failed', says: expect.stringContaining("don't agree on ETH") },
  ]);
});

test('a clock is compared with those of the rate sources', async () => {
  expect(await found('clock')).toMatchObject([{ state: 'well' }]);
  sentAt = () => new Date(clock.now().getTime() - 60_000);
  expect(await found('clock')).toMatchObject([
    { state: 'failed', says: expect.stringMatching(/6[01] seconds fast.*set-ntp/) },
  ]);
  sentAt = () => new Date(clock.now().getTime() + 60_000);
  expect(await found('clock')).toMatchObject([
    { state: 'failed', says: expect.stringMatching(/(59|60) seconds slow/) },
  ]);
  set({ rates_urls: ['http://[::1]:1/'] });
  expect(await found('clock')).toMatchObject([{ state: 'warning', says: expect.stringContaining('No server') }]);
});

test("a coin's node is asked for its chain and height, and the key's first addresses are shown", async () => {
  expect(await found('coins')).toMatchObject([{ state: 'failed', says: expect.stringContaining('BTC_XPUB') }]);
  const dev = await startDevChain(onTestFinished);
  ctx.chains = { ETH: dev.chain };
  const { height } = await dev.chain.adapter.tip();
  const first = '0  0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const [well] = await found('coins');
  expect(well).toMatchObject({ state: 'well', coin: 'ETH', says: expect.stringContaining(`at block ${height}.`) });
  expect(well!.details).toHaveLength(3);
  expect(well!.details[0]).toBe(first);
  ctx.chains = { ETH: { ...dev.chain, against: () => ({ code: 'key_of_test', facts: {} }) } };
  expect(await found('coins')).toMatchObject([{ state: 'failed', says: expect.stringContaining('test network') }]);
  const adapter = {
    ...dev.chain.adapter,
    health: async () => ({ synced: false, tip: { height, hash: '' }, tipAgeSeconds: 0 }),
  };
  ctx.chains = { ETH: { ...dev.chain, adapter } };
  expect(await found('coins')).toMatchObject([
    { state: 'failed', says: expect.stringMatching(/in sync.*ETH_RPC_URL/) },
  ]);
  ctx.chains = { ETH: openChain('ETH', { rpc_url: 'http://user:secret@127.0.0.1:1', xpub: DEV_XPUB }) };
  const [away] = await found('coins');
  expect(away).toMatchObject({
    state: 'failed',
    says: expect.stringContaining("can't be reached"),
    details: expect.arrayContaining([first]),
  });
  expect(JSON.stringify(away)).not.toContain('secret');
});

test('a Redis that answers, one that is away, and none', async () => {
  expect(await found('redis')).toMatchObject([{ state: 'off' }]);
  set({ redis_url: redis.url });
  expect(await found('redis')).toMatchObject([{ state: 'failed', says: expect.stringContaining('check REDIS_URL') }]);
  await redis.start();
  expect(await found('redis')).toMatchObject([{ state: 'well' }]);
});

test('the shop is asked at its address by TLS, and the proxy must say where visitors come from', async () => {
  expect(await found('proxy')).toMatchObject([{ state: 'off' }]);
  set({ public_url: `https://localhost:${await freePort()}`, trusted_proxies: ['192.0.2.1'] });
  expect(await found('proxy')).toMatchObject([{ state: 'failed', says: expect.stringContaining('ECONNREFUSED') }]);

  const certificate = async (days: number) => {
    const [key, cert] = [join(data_dir, `${days}.key`), join(data_dir, `${days}.pem`)];
    const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`;
    await promisify(execFile)('openssl', made.split(' '));
    const [private_key, pem] = await Promise.all([readFile(key, 'utf8'), readFile(cert, 'utf8')]);
    let text = 'ok\n';
    const server = createTlsServer({ key: private_key, cert: pem }, (_request, response) => response.end(text)).listen(
      0,
    );
    await once(server, 'listening');
    onTestFinished(() => end(server));
    const { port } = server.address() as AddressInfo;
    return { url: `https://localhost:${port}`, pem, says: (other: string) => (text = other) };
  };
  const [long, short] = [await certificate(60), await certificate(5)];
  set({ public_url: long.url });
  expect(await found('proxy')).toMatchObject([
    { state: 'failed', says: expect.stringMatching(/SELF_SIGNED|self-signed/i) },
  ]);
  const known = getCACertificates('default');
  setDefaultCACertificates([...known, long.pem, short.pem]);
  onTestFinished(() => setDefaultCACertificates(known));
  expect(await found('proxy')).toMatchObject([
    { state: 'well', says: expect.stringContaining('localhost leads here') },
  ]);
  set({ public_url: short.url });
  expect(await found('proxy')).toMatchObject([
    { state: 'warning', says: expect.stringContaining('certificate ends on') },
  ]);
  set({ trusted_proxies: [] });
  expect(await found('proxy')).toMatchObject([{ state: 'failed', says: expect.stringContaining('TRUSTED_PROXIES') }]);
  // A proxy that sends no header is the visitor, to the shop.
  set({ public_url: long.url, trusted_proxies: ['192.0.2.1'] });
  expect(await checkProxy({ config: ctx.config, clock, caller: '192.0.2.1' })).toMatchObject([
    { state: 'failed', found: { key: 'doctor.proxy.no_header' } },
  ]);
  long.says('Welcome to nginx!');
  expect(await found('proxy')).toMatchObject([{ state: 'failed', says: expect.stringContaining('HTTP 200') }]);
});

test('backups, the disk, the database and the worker', async () => {
  expect(await found('database')).toMatchObject([{ state: 'well', says: expect.stringContaining('PostgreSQL') }]);
  expect(await found('disk')).toMatchObject([{ says: expect.stringMatching(/of [\d,]+ GB are free/) }]);
  expect(await found('backup')).toMatchObject([{ state: 'warning', says: expect.stringContaining('BACKUP_TARGET') }]);
  set({ database_url: 'postgres://elsewhere/facevalue' });
  expect(await found('backup')).toMatchObject([{ state: 'warning', says: expect.stringContaining('touch DATA_DIR') }]);
  const file = join(data_dir, 'last-backup');
  await writeFile(file, '');
  await utimes(file, clock.now(), clock.now());
  expect(await found('backup')).toMatchObject([{ state: 'well' }]);
  const old = new Date(clock.now().getTime() - 2 * DAY_MS);
  await utimes(file, old, old);
  expect(await found('backup')).toMatchObject([{ state: 'warning', says: expect.stringContaining('The last backup') }]);
  expect(await found('drill')).toMatchObject([
    { state: 'off', says: expect.stringContaining('BACKUP_DRILL_IDENTITY_FILE') },
  ]);
  const drill_identity_file = join(data_dir, 'identity');
  const place = '/mnt/backups';
  set({ backup: { target: place, recipient: 'age1', keeping: { days: 1, weeks: 0, months: 0 }, drill_identity_file } });
  expect(await found('drill')).toMatchObject([{ state: 'warning', says: expect.stringContaining('facevalue drill') }]);
  const drill = { started_at: clock.now(), place, backup: 'b', bytes: 1, segments: 1 };
  await recordDrill(ctx, { ...drill, failure: new BackupError('The store is away.') });
  expect(await found('drill')).toMatchObject([
    { state: 'warning', says: expect.stringContaining('The store is away.') },
  ]);
  clock.advance(90_000);
  await recordDrill(ctx, { ...drill, failure: null });
  expect(await found('drill')).toMatchObject([{ state: 'well', says: expect.stringContaining('in 90 seconds') }]);
  clock.advance(8 * DAY_MS + 1);
  expect(await found('drill')).toMatchObject([{ state: 'warning' }]);
  set({ backup: null });
  expect(await found('worker')).toMatchObject([{ state: 'failed', says: expect.stringContaining('facevalue start') }]);
  ctx.loops.noteStart('rates');
  ctx.loops.noteRun('rates');
  ctx.loops.notePause('rates', 30_000);
  await reportLoops(ctx);
  expect(await found('worker')).toMatchObject([{ state: 'well', says: '1 worker runs.' }]);
  ctx.loops.noteRun('rates', new Error('no source'));
  await reportLoops(ctx);
  expect(await found('worker')).toMatchObject([{ state: 'warning', says: expect.stringContaining('1 loop') }]);
});

test('a shop sells with an importer, two approvers and a card on sale', async () => {
  expect(await found('staff')).toMatchObject([
    { state: 'failed', says: expect.stringContaining('0 importers, 0 approvers') },
  ]);
  expect(await found('stock')).toMatchObject([
    { state: 'failed', says: expect.stringContaining('No card is on sale') },
  ]);
  await createStaff(shop);
  expect(await found('staff')).toMatchObject([{ state: 'well' }]);
  await addCards(shop);
  expect(await found('stock')).toMatchObject([
    { state: 'well', says: expect.stringMatching(/cards? (is|are) on sale/) },
  ]);
});

test('a check that gets no answer fails in its time, and one that breaks says that the log knows why', async () => {
  vi.useFakeTimers();
  const late = withinTime(ctx.log, 'redis', () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(12_000);
  vi.useRealTimers();
  expect(await late).toMatchObject([{ name: 'redis', state: 'failed', found: { key: 'doctor.no_answer' } }]);
  const broken = await withinTime(ctx.log, 'disk', () => Promise.reject(new Error('unforeseen')));
  expect(broken).toMatchObject([{ name: 'disk', state: 'failed', found: { key: 'doctor.broke' } }]);
  expect(shop.logged.at(-1)).toContain('unforeseen');
});
