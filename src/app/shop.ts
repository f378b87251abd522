import { Hono } from 'hono';
import type { Ctx, VaultCtx, Visitor } from '#features/ctx.ts';
import { rewordText, rewordWithoutVault } from '#features/desk/pasted-codes/reword-text.ts';
import { requireFreshFactor } from '#features/identity/factors/step-up/require-fresh-factor.ts';
import { guardsOf } from '#features/identity/sessions/admission/guards.ts';
import { refuseOutside } from '#features/identity/sessions/admission/refuse-outside.ts';
import { authenticate } from '#features/identity/sessions/authenticate.ts';
import { refuseWhileClosed } from '#features/office/operations/maintenance/refuse-while-closed.ts';
import { refuseText } from '#features/oversight/import-guard/refuse-text.ts';
import { clientReader } from '#platform/http/client-reader.ts';
import { limitNetworks } from '#platform/http/limit-networks.ts';
import { mountApi } from '#platform/http/mount-api.ts';
import { createRateLimiter, type RateLimiter } from '#platform/http/rate-limit.ts';
import { createPipeline, type PassOn } from '#platform/http/serve.ts';
import { holdsKeys } from '#platform/vault/create-vault.ts';
import { broughtBy, callsOf, featuresOf, routesOf } from './features.ts';
import { httpEnvelope } from './http-envelope.ts';
import { mountInstall } from './install/mount-install.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { traceRequests } from './metrics/trace-requests.ts';
import { mountPages, type Pages } from './pages/pages.ts';
import { NO_TRUSTED_PROXY } from './proxy-warning.ts';
import { mountAccentStyle } from './raw-routes/accent-style.ts';
import { mountDocs } from './raw-routes/docs.ts';
import { mountHealth } from './raw-routes/health.ts';
import { mountLogo } from './raw-routes/logo.ts';
import { mountMailHtml } from './raw-routes/mail-html.ts';
import { mountMetrics } from './raw-routes/metrics.ts';
import { mountNewsFeed } from './raw-routes/news-feed.ts';
import { mountRunbook } from './raw-routes/runbook.ts';
import { mountSearchEngines } from './raw-routes/search-engines.ts';
import { mountSecurityContact } from './raw-routes/security-contact.ts';

export interface ShopOptions {
  ctx: Ctx;
  /** The built pages; absent in tests of the API alone. */
  pages?: Pages;
  checkReplies?: boolean;
  limiter?: RateLimiter;
  /** In a process without the master key: the way to the one that has it. */
  passOn?: PassOn | undefined;
}

/** The shop as one Hono app: every call, the pages and the HTTP envelope. */
export function createShop({ ctx, pages, checkReplies = false, limiter = createRateLimiter(), passOn }: ShopOptions) {
  if (!passOn && !holdsKeys(ctx)) throw new Error('A process without the master key needs one that has it.');
  const { config, log } = ctx;
  const { requests_per_minute: requestsPerMinute } = config;
  const routes = routesOf(config.demo);
  const pipeline = createPipeline<VaultCtx, Visitor>({
    // Without the keys, no verb that takes them runs here: `serve` sees to it that its call is marked, and those are passed on.
    ctx: ctx as VaultCtx,
    routes,
    authenticate,
    guards: guardsOf(config),
    stepUp: requireFreshFactor,
    limiter,
    scanText: refuseText,
    rewordText: passOn ? rewordWithoutVault : rewordText,
    passOn,
    keyDigest: (key) => ctx.vault.mac('idempotency key', key).toString('base64url'),
    vault: ctx.vault,
    requestsPerMinute,
    refuseWhileClosed: refuseWhileClosed(ctx),
    refuseOutside: refuseOutside(config),
    checkReplies,
  });
  const calls = callsOf(config.demo);
  const clientOf = clientReader(config.trusted_proxies, () => log.warn(NO_TRUSTED_PROXY));
  const app = new Hono();
  const { metrics_token } = config;
  const metrics = metrics_token === null ? null : createMetrics(ctx, broughtBy(featuresOf(config.demo)).alertKinds);
  if (config.tracing) app.use(traceRequests(config.trusted_proxies));
  app.use(httpEnvelope(ctx, metrics));
  app.use(limitNetworks({ limiter, requestsPerMinute, clientOf, log }));
  mountHealth(app, ctx);
  if (metrics && metrics_token) mountMetrics(app, metrics, metrics_token);
  mountRunbook(app);
  mountDocs(app, ctx, { calls, pipeline, clientOf, limiter });
  mountApi(app, Object.values(calls), pipeline, { log, clientOf });
  const reading = { ...ctx, sql: ctx.reads };
  mountNewsFeed(app, reading);
  mountSearchEngines(app, reading, limiter);
  mountSecurityContact(app, ctx);
  mountAccentStyle(app);
  mountLogo(app, reading);
  if (config.demo) mountMailHtml(app, reading);
  if (pages?.assets) mountInstall(app, reading, pages.assets);
  if (pages) mountPages(app, { ...pages, ctx, pipeline, clientOf, limiter });
  return { app, pipeline, routes };
}
