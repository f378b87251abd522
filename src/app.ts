import { Hono } from 'hono';
import type { Call } from '#contracts/call.ts';
import { calls, demoCalls } from '#contracts/index.ts';
import { accountRoutes } from '#features/account/routes.ts';
import { alertRoutes } from '#features/alerts/routes.ts';
import { authenticate } from '#features/auth/authenticate.ts';
import { guards } from '#features/auth/guards.ts';
import { requireFresh } from '#features/auth/require-fresh.ts';
import { authRoutes } from '#features/auth/routes.ts';
import { broadcastingRoutes } from '#features/broadcasting/routes.ts';
import { cardRoutes } from '#features/cards/routes.ts';
import { cartRoutes } from '#features/cart/routes.ts';
import type { Ctx, Visitor } from '#features/ctx.ts';
import { demoRoutes } from '#features/demo/routes.ts';
import { faqRoutes } from '#features/faq/routes.ts';
import { newsRoutes } from '#features/news/routes.ts';
import { noticeRoutes } from '#features/notices/routes.ts';
import { notificationRoutes } from '#features/notifications/routes.ts';
import { orderRoutes } from '#features/orders/routes.ts';
import { paymentRoutes } from '#features/payments/routes.ts';
import { prefixRoutes } from '#features/prefixes/routes.ts';
import { rateRoutes } from '#features/rates/routes.ts';
import { spendingRoutes } from '#features/spending/routes.ts';
import { isReady } from '#platform/db/is-ready.ts';
import { clientReader } from '#platform/http/client-reader.ts';
import { docsPage } from '#platform/http/docs-page.ts';
import { mountApi } from '#platform/http/mount-api.ts';
import { openApiDocument } from '#platform/http/openapi.ts';
import { createRateLimiter } from '#platform/http/rate-limit.ts';
import { createPipeline, type Route } from '#platform/http/serve.ts';
import { mountMailHtml } from './demo-mail-html.ts';
import { frame } from './frame.ts';
import { mountNewsFeed } from './news-feed.ts';
import { mountPages, type Pages } from './pages.ts';

const title = 'Facevalue API';

export interface ShopOptions {
  ctx: Ctx;
  /** The built pages; absent in tests of the API alone. */
  pages?: Pages;
  checkReplies?: boolean;
}

/** The shop as one Hono app: every call, the pages, and what stands around them. */
export function createShop({ ctx, pages, checkReplies = false }: ShopOptions) {
  const { config, log } = ctx;
  const buying = [...cardRoutes, ...cartRoutes, ...orderRoutes, ...prefixRoutes];
  const talking = [...broadcastingRoutes, ...newsRoutes, ...noticeRoutes, ...faqRoutes, ...notificationRoutes];
  const shopRoutes = [...authRoutes, ...accountRoutes, ...buying, ...paymentRoutes, ...rateRoutes, ...talking];
  const officeRoutes = [...alertRoutes, ...spendingRoutes];
  const routes = [...shopRoutes, ...officeRoutes, ...(config.demo ? demoRoutes : [])] as Route<Ctx, Visitor>[];
  const pipeline = createPipeline<Ctx, Visitor>({
    ctx,
    routes,
    authenticate,
    guards,
    stepUp: requireFresh,
    limiter: createRateLimiter(),
    requestsPerMinute: config.requests_per_minute,
    maintenance: config.maintenance,
    checkReplies,
  });
  const served: Record<string, Call> = config.demo ? { ...calls, ...demoCalls } : calls;
  const app = new Hono();
  app.use(frame(ctx));
  app.get('/healthz', () => new Response('ok\n'));
  app.get('/readyz', async () => {
    const ready = await isReady(ctx.sql);
    return new Response(ready ? 'ready\n' : 'the database does not answer\n', { status: ready ? 200 : 503 });
  });
  const openApi = JSON.stringify(openApiDocument(served, { title, version: '1.0.0', url: config.public_url }));
  app.get('/api/openapi.json', () => new Response(openApi, { headers: { 'content-type': 'application/json' } }));
  app.get('/api/docs', (c) => c.html(docsPage(served, title)));
  const clientOf = clientReader(config.trusted_proxies);
  mountApi(app, Object.values(served), pipeline, { log, clientOf });
  mountNewsFeed(app, ctx);
  if (config.demo) mountMailHtml(app, ctx);
  if (pages) mountPages(app, { ...pages, ctx, pipeline, clientOf });
  return { app, pipeline, routes };
}
