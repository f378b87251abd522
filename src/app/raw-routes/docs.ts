import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import type { Call } from '#contracts/call.ts';
import type { Ctx, Visitor } from '#features/ctx.ts';
import { pusherApp } from '#features/identity/realtime/pusher-app.ts';
import { chooseLocale } from '#i18n/choose-locale.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { docsPage } from '#platform/http/docs/docs-page.ts';
import { openApiDocument } from '#platform/http/docs/openapi.ts';
import { bearerOf } from '#platform/http/headers/bearer-of.ts';
import { refusal } from '#platform/http/limit-networks.ts';
import { networkOf, type RateLimiter } from '#platform/http/rate-limit.ts';
import type { Client, Pipeline } from '#platform/http/serve.ts';
import { version } from '#platform/version.ts';

const TITLE = 'Facevalue API';
/** A tool reads it once; with every call in it, it has some megabytes. */
const PER_MINUTE = 10;

interface Options {
  calls: Record<string, Call>;
  pipeline: Pipeline<Visitor>;
  clientOf: (c: Context) => Client;
  limiter: RateLimiter;
}

/** The API's description: for machines as OpenAPI, for people as a page. The calls of the back office are for its staff. */
export function mountDocs(app: Hono, ctx: Ctx, { calls, pipeline, clientOf, limiter }: Options): void {
  const { demo, public_url: url } = ctx.config;
  const open = Object.fromEntries(Object.entries(calls).filter(([, call]) => !isOffice(call)));
  const [ofAll, ofOpen] = [calls, open].map((some) => cachedFile(() => describe(some, url)));
  const { key, host } = pusherApp(ctx);
  const address = host ? `${host.secure ? 'wss' : 'ws'}://${host.name}:${host.port}` : url.replace(/^http/, 'ws');
  const about = [...(demo ? [message('api.docs_demo')] : []), message('api.docs_live', { address, key })];
  app.get('/api/openapi.json', async (c) => {
    const client = clientOf(c);
    try {
      await limiter.take('openapi', networkOf(client.address), PER_MINUTE);
    } catch (error) {
      return refusal(c, error, client.locale, ctx.log);
    }
    const { user } = await pipeline.asker(bearerOf(c.req.header('authorization')), client, false).who();
    const staff = user?.role === 'admin' && !user.roles.some((role) => role === 'seller' || role === 'unprotected');
    return sendFile(c, await (staff ? ofAll : ofOpen)!(), staff);
  });
  app.get('/api/docs', (c) => {
    const locale = chooseLocale(c.req.header('accept-language'));
    const texts = about.map((text) => translate(locale, text));
    return c.html(docsPage(open, { title: TITLE, notes: { locale, texts } }));
  });
}

const isOffice = ({ guards }: Call) => guards.some((guard) => /^admin\b/.test(guard));

const describe = (calls: Record<string, Call>, url: string) =>
  JSON.stringify(openApiDocument(calls, { title: TITLE, version, url }));

interface PackedFile {
  etag: string;
  bodies: { br: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer>; identity: Uint8Array<ArrayBuffer> };
}

/** Written and packed when it is first asked for: it takes a fifth of a second, which a start can do without. */
function cachedFile(write: () => string): () => Promise<PackedFile> {
  let made: Promise<PackedFile> | undefined;
  const make = async () => {
    const identity = Buffer.from(write());
    const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
    const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
    return { etag, bodies: { br, gzip: zipped, identity } };
  };
  return () => (made ??= make());
}

function sendFile(c: Context, { etag, bodies }: PackedFile, staff: boolean): Response {
  const accepted = c.req.header('accept-encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find((one) =>
    new RegExp(`\\b${one}\\b(?!;\\s*q=0(\\.0*)?(,|$))`).test(accepted),
  );
  const headers = {
    etag,
    vary: 'Accept-Encoding, Authorization',
    'cache-control': staff ? 'private, no-cache' : 'public, max-age=3600',
  };
  if (c.req.header('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(bodies[encoding ?? 'identity'], {
    headers: { ...headers, 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) },
  });
}
