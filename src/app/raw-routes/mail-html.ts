import type { Hono } from 'hono';
import type { Ctx } from '#features/ctx.ts';
import { findMailHtml } from '#features/demo/find-mail-html.ts';

// Mails carry inline styles, which our pages forbid: serve each as its own document that may do nothing else.
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "frame-ancestors 'self'",
].join('; ');

/** Demo mode: each mail in the mailbox as a mail program would show it, for the mailbox page's frames. */
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
