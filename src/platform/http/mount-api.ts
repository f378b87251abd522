import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import type { Call } from '#contracts/call.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from './errors.ts';
import { bearerOf } from './headers/bearer-of.ts';
import { type ApiReply, mapError } from './map-error.ts';
import { readBody } from './read-body.ts';
import type { Caller, Client, Pipeline } from './serve.ts';
import { streamUpload } from './stream-upload.ts';

/** Mounts every call at its path. The token comes from the Authorization header only, never from a cookie. */
export function mountApi<Who extends Caller<unknown>>(
  app: Hono,
  calls: readonly Call[],
  pipeline: Pipeline<Who>,
  { log, clientOf }: { log: Logger; clientOf: (c: Context) => Client },
): void {
  const methods = new Map<string, string[]>();
  for (const call of calls.toSorted(literalFirst)) {
    const path = call.path.replace(/\{(\w+)\}/g, ':$1');
    methods.set(path, [...(methods.get(path) ?? []), call.method]);
    const fresh = call.method !== 'GET' || call.changesState === true || call.stepUp !== undefined;
    app.on(call.method, path, async (c) => {
      const client = clientOf(c);
      try {
        if (call.changesState && isPrefetch(c.req.raw))
          throw new AppError('forbidden', message('api.not_for_prefetching'));
        const asker = pipeline.asker(bearerOf(c.req.header('authorization')), client, fresh);
        const takesBody = call.method !== 'GET' && (call.method !== 'DELETE' || call.body);
        const readFrom = call.upload ? streamUpload : readBody;
        const read = async () => ({
          params: c.req.param() as Record<string, string>,
          query: new URL(c.req.url).searchParams,
          body: takesBody ? await readFrom(c.req.raw, call) : undefined,
        });
        return toResponse(c, await pipeline.run(call, asker, read, c.req.header('idempotency-key') ?? null));
      } catch (error) {
        return toResponse(c, mapError(error, log, { method: call.method, path: call.path, locale: client.locale }));
      }
    });
  }
  for (const [path, allowed] of methods) {
    app.all(path, (c) =>
      Response.json(
        { message: translate(clientOf(c).locale, message('api.use_method', { methods: allowed.join(', ') })) },
        { status: 405, headers: { allow: allowed.join(', ') } },
      ),
    );
  }
  app.all('/api/*', (c) =>
    Response.json({ message: translate(clientOf(c).locale, message('api.no_call_docs')) }, { status: 404 }),
  );
}

/**
 * Puts `/news/feed` before `/news/{id}`, since `{` sorts after letters. Calls come in the order of a module namespace,
 * which is alphabetical by export name.
 */
const literalFirst = (a: Call, b: Call) => Number(a.path > b.path) - Number(a.path < b.path);

const isPrefetch = (request: Request) =>
  ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'].some((name) =>
    /prefetch|preview|prerender/i.test(request.headers.get(name) ?? ''),
  );

/** Sets all headers at once: adding them one by one later costs more than the rest of the envelope. */
function toResponse(c: Context, { status, body, headers }: ApiReply): Response {
  c.set('enveloped', true);
  const all = { ...c.get('headers'), ...headers };
  if (body === undefined || status === 204) return new Response(null, { status, headers: all });
  if (isInParts(body)) {
    const parts = Readable.toWeb(Readable.from(body, { objectMode: false })) as ReadableStream;
    return new Response(parts, { status, headers: { 'content-type': 'application/json', ...all } });
  }
  return new Response(JSON.stringify(body), { status, headers: { ...all, 'content-type': 'application/json' } });
}

/** A download's reply: its text or bytes in parts, so that it is never held in memory as a whole. */
const isInParts = (body: unknown): body is AsyncIterable<string | Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
