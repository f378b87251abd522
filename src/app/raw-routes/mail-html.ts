import type { Hono } from 'hono';
import type { Ctx } from '#features/ctx.ts';
import { findMailHtml } from '#features/demo/find-mail-html.ts';

// A mail brings its styles inside it, which no page of ours may, so it is a document of its own that may do nothing else.
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "frame-ancestors 'self'",
].join('; ');

/** In demo mode, each mail of the mailbox as a mail program would show it, for the frames of the mailbox page. */
export function mountMailHtml(app: Hono, ctx: Ctx): void {
  app.get('/demo/mails/:id/html', async (c) => {
    const html = await findMailHtml(ctx, c.req.param('id'));
    if (html === undefined) return c.text('There is no such mail.\n', 404);
    c.set('enveloped', true);
    const headers = {
      ...c.var.headers,
      'content-security-policy': policy,
      'x-frame-options': 'SAMEORIGIN',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
    };
    return new Response(html.replace('<head>', '<head>\n<base target="_blank">'), { headers });
  });
}
