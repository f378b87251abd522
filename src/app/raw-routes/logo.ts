import type { Hono } from 'hono';
import { logoFiles } from '#contracts/messages/logo-files.ts';
import type { Ctx } from '#features/ctx.ts';
import { readLogoFile } from '#features/messages/branding/read-logo-file.ts';

/** The operator's logo. Its address names what it shows, so browsers may keep it for good. */
export function mountLogo(app: Hono, ctx: Ctx): void {
  app.get('/logo/:id{[0-9a-f]{32}}/:name', async (c) => {
    const file = logoFiles.find((one) => `${one}.png` === c.req.param('name'));
    const bytes = file ? await readLogoFile(ctx, c.req.param('id'), file) : null;
    if (!bytes) return c.body(null, 404);
    return c.body(new Uint8Array(bytes), 200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
}
