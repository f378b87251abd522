import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '#platform/jobs/until.ts';
import { freePort } from '#platform/net/free-port.ts';
import { demoPassword } from '#tests/support/running-shop.ts';
import { createDataDir, endShop, openBooks, type ShopProcess, startShop } from '#tests/support/shop-process.ts';

const samples = fileURLToPath(new URL('../ops/proxies/', import.meta.url));
const dir = await mkdtemp(join(tmpdir(), 'facevalue-proxies-'));
await chmod(dir, 0o711);
afterAll(() => rm(dir, { recursive: true, force: true }));

const [key, cert, both] = ['key.pem', 'cert.pem', 'both.pem'].map((name) => join(dir, name)) as [
  string,
  string,
  string,
];
const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost
  -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`;
await promisify(execFile)('openssl', made.split(/\s+/));
const ca = await readFile(cert, 'utf8');
await writeFile(both, ca + (await readFile(key, 'utf8')));

const data = await createDataDir();
const [shopPort, http, https] = await Promise.all([freePort(), freePort(), freePort()]);
const startBehind = () =>
  startShop(data, {
    PORT: String(shopPort),
    NODE_ENV: 'production',
    PUBLIC_URL: `https://localhost:${https}`,
    ALLOWED_HOSTS: 'localhost',
    TRUSTED_PROXIES: '127.0.0.1',
  });
let shop: ShopProcess = await startBehind();
const books = await openBooks(data);
afterAll(() => books.end({ timeout: 1 }));

/** A sample with the names, ports and files of this test. */
async function adapted(file: string, changes: [string | RegExp, string][]): Promise<string> {
  let text = await readFile(join(samples, file), 'utf8');
  for (const [from, to] of [...changes, ['127.0.0.1:3000', `127.0.0.1:${shopPort}`] as [string, string]]) {
    const changed = text.replaceAll(from, to);
    if (changed === text) throw new Error(`${file} has no ${from}`);
    text = changed;
  }
  return text;
}

const proxies = {
  async caddy() {
    const site = await adapted('Caddyfile', [
      ['\nshop.example.com {', `\nlocalhost {\n\ttls ${cert} ${key}`],
      [':443 {', `:${https} {`],
    ]);
    const ports = `http_port ${http}\n https_port ${https}`;
    const file = join(dir, 'Caddyfile');
    await writeFile(file, `{\n admin off\n ${ports}\n}\n${site}`);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
  },
  async nginx() {
    const site = await adapted('nginx.conf', [
      ['/etc/letsencrypt/live/shop.example.com/fullchain.pem', cert],
      ['/etc/letsencrypt/live/shop.example.com/privkey.pem', key],
      ['https://shop.example.com', `https://localhost:${https}`],
      ['server_name shop.example.com', 'server_name localhost'],
      ['/var/log/nginx/facevalue.log', join(dir, 'access.log')],
      ['listen 80', `listen 127.0.0.1:${http}`],
      ['listen 443', `listen 127.0.0.1:${https}`],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${dir}/${name};`,
    );
    const file = join(dir, 'nginx.conf');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    await writeFile(
      file,
      `${user} pid ${dir}/nginx.pid; events {} http { ${temporary.join(' ')} access_log off;\n${site}}\n`,
    );
    return ['nginx', '-c', file, '-e', 'stderr', '-g', 'daemon off;'];
  },
  async haproxy() {
    const text = await adapted('haproxy.cfg', [
      ['/etc/haproxy/shop.example.com.pem', both],
      ['shop.example.com', 'localhost'],
      ['bind :80', `bind 127.0.0.1:${http}`],
      ['bind :443', `bind 127.0.0.1:${https}`],
    ]);
    const file = join(dir, 'haproxy.cfg');
    await writeFile(file, text);
    return ['haproxy', '-db', '-f', file];
  },
};

/** Runs the proxy during the tests of a block. */
async function start(name: keyof typeof proxies): Promise<() => Promise<void>> {
  const [program = '', ...args] = await proxies[name]();
  const home = join(dir, 'home');
  await mkdir(home, { recursive: true });
  const path = `${process.env.PATH}:/usr/sbin`;
  const child = spawn(program, args, { env: { PATH: path, HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  child.on('error', (error) => (printed += `The test needs ${name} in the PATH: ${error.message}`));
  // What already listens at the port would answer in its place.
  const runs = () => child.exitCode === null && child.pid !== undefined;
  const answers = () =>
    get('/readyz').then(
      ({ status }) => status === 200 && runs(),
      () => false,
    );
  if (!(await until(answers, 30_000))) throw new Error(`${name} does not answer: ${printed}`);
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // Not SIGKILL: nginx's workers would go on serving.
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
}

/** The proxies listen at one of localhost's addresses. */
const lookup: LookupFunction = (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]);

/** One request over TLS and HTTP/1.1; the answer's status, headers and text. */
function get(path: string, options: RequestOptions = {}, body?: string) {
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }>(
    (resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: https,
          path,
          ca,
          servername: 'localhost',
          agent: false,
          ...options,
          headers: { host: `localhost:${https}`, ...options.headers },
        },
        async (answer) => {
          let text = '';
          for await (const part of answer.setEncoding('utf8')) text += part;
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
        },
      );
      sent.on('error', reject).end(body);
    },
  );
}

/** The status and the text of one request on an HTTP/2 connection. */
async function overHttp2(session: ClientHttp2Session, path: string): Promise<{ status: unknown; text: string }> {
  const stream = session.request({ ':path': path });
  const [headers] = await once(stream, 'response');
  let text = '';
  for await (const part of stream.setEncoding('utf8')) text += part;
  return { status: headers[':status'], text };
}

describe.each(['caddy', 'nginx', 'haproxy'] as const)('behind the sample for %s', (name) => {
  // One after the other: they take the same ports.
  let stop = async () => {};
  beforeAll(async () => {
    stop = await start(name);
  });
  afterAll(() => stop());

  test('a page and its files come by TLS and HTTP/2', async () => {
    const session = connect(`https://localhost:${https}`, {
      ca,
      lookup,
    });
    const page = await overHttp2(session, '/login');
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<form') });
    const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page.text) ?? [];
    expect(await overHttp2(session, script)).toMatchObject({ status: 200 });
    session.close();
  });

  test('plain http leads to https', async () => {
    const answer = await fetch(`http://127.0.0.1:${http}/login`, {
      redirect: 'manual',
      headers: { host: 'localhost' },
    });
    expect([301, 308]).toContain(answer.status);
    expect(answer.headers.get('location')).toMatch(/^https:\/\/.*\/login$/);
  });

  test('another host name is refused before it reaches the shop', async () => {
    expect(await get('/login', { headers: { host: 'evil.example' } })).toMatchObject({
      status: 421,
      text: expect.not.stringContaining('Facevalue'),
    });
  });

  test("the visitor's address reaches the shop, and one that the visitor invents doesn't", async () => {
    const body = JSON.stringify({ username: 'buyer', password: demoPassword });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
    const answer = await get('/api/auth/login', { method: 'POST', headers, localAddress: '127.0.0.2' }, body);
    expect(answer.status).toBe(200);
    const [entry] = await books`select address from audit_entries where action = 'auth.login' order by id desc limit 1`;
    expect(entry).toEqual({ address: '127.0.0.2' });
  });

  test('a form sent from the page is no form from another site', async () => {
    const headers = { origin: `https://localhost:${https}`, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ username: 'buyer', password: demoPassword }).toString();
    const answer = await get('/login', { method: 'POST', headers }, body);
    expect([answer.status, String(answer.headers['set-cookie'])]).toEqual([
      302,
      expect.stringContaining('__Host-facevalue='),
    ]);
  });

  test('sockets are passed on', async () => {
    const socket = new WebSocket(`wss://localhost:${https}/app/facevalue?protocol=7&client=test&version=1`, {
      ca,
      origin: `https://localhost:${https}`,
      lookup,
    });
    const [frame] = await once(socket, 'message');
    expect(JSON.parse(String(frame))).toMatchObject({ event: 'pusher:connection_established' });
    socket.terminate();
  });

  test('a shop that is away is told from one that is there, and found again', async () => {
    await endShop(shop, 'SIGTERM');
    expect((await get('/login')).status).toBeGreaterThanOrEqual(502);
    shop = await startBehind();
    expect(await until(async () => (await get('/readyz')).status === 200, 30_000)).toBe(true);
  });
});
