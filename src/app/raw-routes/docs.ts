import type { Hono } from 'hono';
import type { Call } from '#contracts/call.ts';
import type { Ctx } from '#features/ctx.ts';
import { pusherApp } from '#features/realtime/pusher-app.ts';
import { chooseLocale } from '#i18n/choose-locale.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { docsPage } from '#platform/http/docs-page.ts';
import { openApiDocument } from '#platform/http/openapi.ts';

const TITLE = 'Facevalue API';

/** The API's description: for machines as OpenAPI, for people as a page. */
export function mountDocs(app: Hono, calls: Record<string, Call>, ctx: Ctx): void {
  const { demo, public_url: url } = ctx.config;
  // Written when it is first asked for: it takes a fifth of a second, which a start can do without.
  let document: string | undefined;
  const describe = () => JSON.stringify(openApiDocument(calls, { title: TITLE, version: '1.0.0', url }));
  const { key, host } = pusherApp(ctx);
  const address = host ? `${host.secure ? 'wss' : 'ws'}://${host.name}:${host.port}` : url.replace(/^http/, 'ws');
  const about = [...(demo ? [message('api.docs_demo')] : []), message('api.docs_live', { address, key })];
  app.get('/api/openapi.json', () => {
    document ??= describe();
    return new Response(document, { headers: { 'content-type': 'application/json' } });
  });
  app.get('/api/docs', (c) => {
    const locale = chooseLocale(c.req.header('accept-language'));
    const texts = about.map((text) => translate(locale, text));
    return c.html(docsPage(calls, { title: TITLE, notes: { locale, texts } }));
  });
}
