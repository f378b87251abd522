import type { Hono } from 'hono';
import { writeFeed } from '#features/content/news/feed/write-feed.ts';
import type { Ctx } from '#features/ctx.ts';
import { closureFor } from '#features/office/operations/maintenance/closure-for.ts';

/** Each user's Atom feed of the news. Its secret token is in the query, which the log leaves out. */
export function mountNewsFeed(app: Hono, ctx: Ctx): void {
  app.get('/feeds/news', async (c) => {
    const closed = closureFor(ctx, 'en');
    if (closed) {
      return c.text('The shop is closed for maintenance.\n', 503, {
        'retry-after': String(closed.retry_after_seconds),
      });
    }
    const feed = await writeFeed(ctx, c.req.query('token') ?? '');
    if (feed === undefined) return c.text('There is no such feed.\n', 404);
    return new Response(feed, {
      headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'private, no-cache' },
    });
  });
}
