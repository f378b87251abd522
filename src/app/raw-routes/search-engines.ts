import type { Hono } from 'hono';
import { pagePath } from '#contracts/page-path.ts';
import type { Ctx } from '#features/ctx.ts';
import { readLogoFile } from '#features/messages/branding/read-logo-file.ts';
import { closureFor } from '#features/office/operations/maintenance/closure-for.ts';
import { offeredBrands } from '#features/shop/brands/offered/offered-brands.ts';
import { refusal } from '#platform/http/limit-networks.ts';
import type { RateLimiter } from '#platform/http/rate-limit.ts';
import { createPictureCache } from '../pictures/picture-cache.ts';

// Lists that are filtered or paged are the same cards over and over.
const PUBLIC = ['Disallow: /api/', 'Disallow: /demo/', 'Disallow: /cards?'];
/** Each keeps the process busy for about 30 ms; whoever asks for more waits until the next minute. */
const DRAWN_PER_MINUTE = 60;
const MEMBERS = ['Disallow: /api/', 'Disallow: /demo/'];

/** Serves robots.txt, and a sitemap with every brand where the catalogue is public. */
export function mountSearchEngines(app: Hono, ctx: Ctx, limiter: RateLimiter): void {
  const { catalogue, public_url } = ctx.config;
  const isPublic = catalogue === 'public';
  const sitemap = `Sitemap: ${new URL('/sitemap.xml', public_url)}`;
  const robots = ['User-agent: *', ...(isPublic ? [...PUBLIC, sitemap] : MEMBERS), ''].join('\n');
  app.get('/robots.txt', (c) => c.text(robots, 200, { 'cache-control': 'public, max-age=3600' }));
  if (!isPublic) return;
  const pictureOf = createPictureCache();
  app.get('/sitemap.xml', async (c) => {
    const closed = closureFor(ctx, 'en');
    if (closed) return c.body(null, 503, { 'retry-after': String(closed.retry_after_seconds) });
    const { offered } = await offeredBrands(ctx);
    const paths = [pagePath('/cards'), ...offered.map(({ brand }) => `/brands/${brand.slug}`)];
    // Slugs and addresses hold nothing that XML would read as its own.
    const places = paths.map((path) => `<url><loc>${new URL(path, public_url)}</loc></url>`);
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${places.join('\n')}\n</urlset>\n`;
    return c.body(text, 200, {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
  });
  app.get('/brands/:slug/picture.png', async (c) => {
    const { offered } = await offeredBrands(ctx);
    const found = offered.find(({ brand }) => brand.slug === c.req.param('slug'));
    if (!found) return c.body(null, 404);
    const shop = await ctx.branding.read();
    const logo = shop.logo && (await readLogoFile(ctx, shop.logo.id, 'logo'));
    const brand = { name: found.brand.name, theme: found.programmes[0], shop, logo };
    const mayDraw = () => limiter.take('pictures', 'all', DRAWN_PER_MINUTE);
    const picture = await pictureOf(brand, mayDraw).catch((error: unknown) => refusal(c, error, 'en', ctx.log));
    if (picture instanceof Response) return picture;
    const { png, etag } = picture;
    const headers = { etag, 'cache-control': 'public, max-age=86400' };
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers);
    return c.body(new Uint8Array(png), 200, { ...headers, 'content-type': 'image/png' });
  });
}
