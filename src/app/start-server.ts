import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { startDemoChains } from '#features/demo/chain/chains.ts';
import { startDemoIssuer } from '#features/demo/issuer/start-demo-issuer.ts';
import { refuseMixedModes } from '#features/demo/refuse-mixed-modes.ts';
import { seedDemo } from '#features/demo/seed.ts';
import { startInbox } from '#features/desk/support/inbox/start-inbox.ts';
import { createIssuerClient } from '#features/supply/issuers/adapter/create-issuer-client.ts';
import type { Config } from '#platform/config.ts';
import { createExclusive } from '#platform/db/exclusive.ts';
import { createLogger, type Logger } from '#platform/log.ts';
import { holdsKeys, type Macs } from '#platform/vault/create-vault.ts';
import { createPassOn } from '#platform/vault-socket/pass-on.ts';
import { version } from '#platform/version.ts';
import { boot, bootKeyless, type Shop } from './boot.ts';
import { cutSlowBodies } from './connections/cut-slow-bodies.ts';
import { drainOf, KEEP_ALIVE_MS } from './connections/drain-server.ts';
import { answerClientErrors, answerMalformed } from './connections/malformed-requests.ts';
import { startLive } from './live.ts';
import { openLimiter } from './open-limiter.ts';
import { startDevPages } from './pages/dev-pages.ts';
import { loadPages } from './pages/load-pages.ts';
import { lacksTrustedProxy, NO_TRUSTED_PROXY } from './proxy-warning.ts';
import { serveVault } from './serve-vault.ts';
import { createShop } from './shop.ts';
import { startWorker } from './worker.ts';

export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

export type Role = 'all' | 'web' | 'worker' | 'vault';

/** Starts the whole shop, or one of its processes. If something fails, stops what was started in reverse order. */
export async function startServer(config: Config, role: Role = 'all'): Promise<RunningServer> {
  const log = createLogger(config.log_level);
  refuseRole(config, role);
  const listens = role === 'all' || role === 'web';
  if (listens && lacksTrustedProxy(config)) log.warn(NO_TRUSTED_PROXY);
  const closers: (() => Promise<unknown>)[] = [];
  const close = () => closeAll(closers, log);
  // Take the port first: a start that can't listen should fail before it touches anything.
  const server = listens ? await listen(config) : null;
  try {
    // Loaded only here: a shop that isn't traced takes no memory and no time for it.
    if (config.tracing) {
      const { startTracing } = await import('#platform/tracing/start-tracing.ts');
      closers.push(startTracing(config.tracing, { version, log }).stop);
    }
    const port = server ? (server.address() as AddressInfo).port : config.port;
    const own = config.port === port ? config : onPort(config, port);
    const asksAt = role === 'vault' ? null : config.vault_socket;
    const keyed = asksAt ? null : await boot(own, log);
    const booted: Shop<Macs> = keyed ?? (await bootKeyless(own, log));
    closers.push(booted.close);
    await refuseMixedModes(booted.background);
    // A scrubbed copy has all that it needs, under other names.
    if (config.demo && keyed && !keyed.ctx.staging) await seedAlone(keyed);
    const shop = config.demo && keyed ? await withIssuer(booted, closers) : booted;
    const { background, databaseUrl } = shop;
    const vault = role !== 'web' && holdsKeys(background) ? background : null;
    if (config.demo) closers.push((await startDemoChains(background, { databaseUrl, runsNodes: vault !== null })).stop);
    const work = { ctx: background, vault, vaultOnly: role === 'vault', databaseUrl };
    if (role !== 'web') closers.push((await startWorker(work)).stop);
    const { inbox } = shop.ctx.config;
    if (inbox && vault) closers.push((await startInbox(vault, inbox)).stop);
    closers.push(async () => server?.closeAllConnections());
    closers.push((await startLive({ shop, server })).stop);
    closers.push(shop.giveUpDatabase);
    if (role === 'vault' && holdsKeys(shop.ctx) && config.vault_socket)
      closers.push((await serveVault(shop.ctx, config.vault_socket)).stop);
    if (server) {
      const drain = drainOf(server);
      closers.push(() => {
        shop.ctx.health.end();
        return drain();
      });
      const dev = config.development ? await startDevPages(server) : null;
      if (dev) closers.push(dev.close);
      const pages = dev?.pages ?? (await loadPages());
      const { limiter, close: closeLimiter } = await openLimiter(shop.ctx);
      closers.push(closeLimiter);
      const passOn = asksAt ? createPassOn(asksAt, log) : undefined;
      const { app } = createShop({ ctx: shop.ctx, pages, limiter, checkReplies: config.development, passOn });
      const listener = getRequestListener(app.fetch, { errorHandler: answerMalformed(shop.ctx) });
      answerClientErrors(server, shop.ctx);
      server.removeListener('request', starting);
      server.on('request', dev ? dev.before(listener) : listener);
      log.info({ url: shop.ctx.config.public_url }, 'listening');
    }
    return { url: shop.ctx.config.public_url, close };
  } catch (error) {
    await close().catch(() => {});
    server?.close();
    throw error;
  }
}

/** A worker's and web's socket is the vault's: a process that does everything neither has nor needs one. */
function refuseRole({ vault_socket }: Config, role: Role): void {
  if (role === 'vault' && !vault_socket)
    throw new Error('--role=vault needs VAULT_SOCKET: a file for the others to ask at.');
  if (role === 'all' && vault_socket)
    throw new Error(
      'VAULT_SOCKET is for processes of their own: start them with --role=vault, web and worker, or leave it out.',
    );
}

/** Starts the simulated issuer of a demo shop, which its pages and its worker ask. */
async function withIssuer(shop: Shop<Macs>, closers: (() => Promise<unknown>)[]): Promise<Shop<Macs>> {
  const { config, stop } = await startDemoIssuer(shop.background);
  closers.push(stop);
  const changed = { config, issuers: createIssuerClient({ config, clock: shop.ctx.clock }) };
  return { ...shop, ctx: { ...shop.ctx, ...changed }, background: { ...shop.background, ...changed } };
}

/** Several processes may start at once on an empty database: one seeds it, the others wait. */
async function seedAlone({ background, asOwner, databaseUrl }: Shop): Promise<void> {
  const exclusive = createExclusive(databaseUrl, 'seed demo');
  try {
    while (!(await exclusive.held())) await delay(100);
    await asOwner((owner) => seedDemo(background, owner));
  } finally {
    await exclusive.release();
  }
}

/** PORT=0 takes any free port, which then goes into the default PUBLIC_URL. */
const onPort = (config: Config, port: number): Config => ({
  ...config,
  port,
  public_url: config.public_url.replace(/:0$/, `:${port}`),
});

const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Facevalue is starting.\n');
};

function listen({ host, port }: Config): Promise<Server> {
  const server = createServer({
    // For an uploaded file; every other body has less.
    requestTimeout: 120_000,
    headersTimeout: 10_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16_384,
    // A missing Host header gets the same response as a wrong host.
    requireHostHeader: false,
  });
  server.on('request', cutSlowBodies);
  server.on('request', starting);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} on ${host} is taken. Stop what listens there, or set PORT to another one.`)
          : error,
      );
    });
    server.listen(port, host, () => resolve(server));
  });
}

/** Ends everything in reverse order of its start, even if a part of it fails; then throws the last failure. */
async function closeAll(closers: (() => Promise<unknown>)[], log: Logger): Promise<void> {
  let failure: { error: unknown } | undefined;
  for (const closer of closers.splice(0).reverse()) {
    await closer().catch((error: unknown) => {
      log.error({ err: error }, 'a part of the shop did not end cleanly');
      failure = { error };
    });
  }
  if (failure) throw failure.error;
}
