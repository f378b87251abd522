import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline as stream } from 'node:stream/promises';
import type { Call } from '#contracts/call.ts';
import type { ApiReply } from '#platform/http/map-error.ts';
import { readBody } from '#platform/http/read-body.ts';
import type { Caller, Pipeline } from '#platform/http/serve.ts';
import { limitUpload } from '#platform/http/stream-upload.ts';
import type { Logger } from '#platform/log.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { writeShared } from '#platform/vault/roots/shared-macs.ts';
import { BODY, ENVELOPE, type Envelope, HEADERS, pack, unpack } from './passed-call.ts';

interface Answering<Who extends Caller<unknown>> {
  calls: readonly Call[];
  pipeline: Pipeline<Who>;
  /** What the processes without the master key may have. */
  vault: Pick<Vault, 'shared'>;
  log: Logger;
}

/**
 * Answers what other processes pass on. It takes their word for where a request came from, and for nothing else: whoever asks
 * is authenticated by their own token again, and guards, limits and parsing are this process's.
 */
export function answerPassed<Who extends Caller<unknown>>(answering: Answering<Who>): RequestListener {
  const { pipeline, vault, log } = answering;
  const calls = new Map(answering.calls.filter(isPassed).map((call) => [`${call.method} ${call.path}`, call]));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/key') {
      response.end(writeShared(vault.shared));
      return;
    }
    const { params, query, token, client, idempotencyKey, ...envelope } = unpack<Envelope>(request.headers[ENVELOPE]);
    const call = calls.get(envelope.call);
    if (!call) {
      response.writeHead(404).end();
      return;
    }
    const read = async () => {
      // Whoever stops reading a file still answers.
      const file = call.upload ? request.iterator({ destroyOnReturn: false }) : null;
      const body = file ? limitUpload(file, call.bodyLimitBytes ?? 0) : await readBody(requestOf(request), call);
      return { params, query: typeof query === 'string' ? new URLSearchParams(query) : query, body };
    };
    await reply(response, await pipeline.run(call, pipeline.asker(token, client, true), read, idempotencyKey));
    // What nobody read of a file has to go by before its sender reads the reply.
    request.resume();
  }

  return (request, response) => {
    answer(request, response).catch((err: unknown) => {
      log.error({ err }, 'a passed call was not answered');
      response.destroy();
    });
  };
}

/** Beside what is marked, calls of buyers and guests come, for a text in which a card's code could be. */
const isPassed = ({ inVault, method, guards }: Call) =>
  inVault || (method !== 'GET' && !guards.some((guard) => /^admin\b/.test(guard)));

function requestOf(request: IncomingMessage): Request {
  return new Request('http://vault/call', {
    method: 'POST',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    body: Readable.toWeb(request) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
}

async function reply(response: ServerResponse, { status, body, headers }: ApiReply): Promise<void> {
  response.setHeader(HEADERS, pack(headers));
  if (body === undefined) {
    response.writeHead(status, { [BODY]: 'none' }).end();
  } else if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) {
    response.writeHead(status, { [BODY]: 'parts' });
    await stream(Readable.from(body as AsyncIterable<string>, { objectMode: false }), response);
  } else {
    response.writeHead(status, { [BODY]: 'json' }).end(JSON.stringify(body));
  }
}
