import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Call } from '#contracts/call.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { ApiReply } from '#platform/http/map-error.ts';
import type { PassedCall, PassOn } from '#platform/http/serve.ts';
import type { Logger } from '#platform/log.ts';
import { BODY, ENVELOPE, type Envelope, HEADERS, pack, unpack } from './passed-call.ts';

/** Longer than anything takes that the other process waits for. */
const SILENT_MS = MINUTE_MS;
/** Nobody was there, so nothing was sent. */
const AWAY = new Set(['ENOENT', 'ECONNREFUSED', 'EACCES', 'ENOTSOCK', 'ENOTDIR']);

/**
 * Has the process that listens on a socket answer calls. Each has a connection of its own, so whoever restarts that process
 * need not restart this one. Bodies of uploads and downloads are passed as they come.
 */
export function createPassOn(socketPath: string, log: Logger): PassOn {
  return async (passed) => {
    const asked = request({ socketPath, agent: false, method: 'POST', path: '/call', headers: headersOf(passed) });
    // Whoever waits is told by the promises below; what comes after them is nobody's.
    asked.on('error', () => {});
    asked.setTimeout(SILENT_MS, () => asked.destroy(new Error('the vault process is silent')));
    let refusal: unknown;
    try {
      send(asked, passed, (error) => {
        refusal = error;
      });
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      // However slowly somebody takes a file.
      if (response.headers[BODY] === 'parts') asked.setTimeout(0);
      return await readReply(response);
    } catch (error) {
      asked.destroy();
      throw refusal instanceof AppError ? refusal : unavailable(error, passed.call, log);
    }
  };
}

function headersOf({ call, raw, token, client, idempotencyKey }: PassedCall): Record<string, string> {
  const query = raw.query instanceof URLSearchParams ? raw.query.toString() : raw.query;
  const key = `${call.method} ${call.path}`;
  const envelope: Envelope = { call: key, params: raw.params, query, token, client, idempotencyKey };
  // Not closed by the other side, so a reply that comes before a whole upload was sent is read to its end.
  return { [ENVELOPE]: pack(envelope), connection: 'keep-alive', 'content-type': call.upload ?? 'application/json' };
}

/** A reply may come before all of an upload was sent, and then counts. What goes wrong before that ends the request. */
function send(asked: ClientRequest, { call, raw }: PassedCall, note: (error: unknown) => void): void {
  if (!call.upload) asked.end(raw.body === undefined ? undefined : JSON.stringify(raw.body));
  else pipeline(Readable.from(noting(raw.body as AsyncIterable<Uint8Array>, note)), asked).catch(() => {});
}

/** What is wrong with a file, such as its length, is known before the request ends for it. */
async function* noting(parts: AsyncIterable<Uint8Array>, note: (error: unknown) => void): AsyncIterable<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    note(error);
    throw error;
  }
}

async function readReply(response: IncomingMessage): Promise<ApiReply> {
  const status = response.statusCode ?? 500;
  const headers = unpack<Record<string, string>>(response.headers[HEADERS]);
  const kind = response.headers[BODY];
  if (kind === 'parts') return { status, headers, body: response.setEncoding('utf8') as AsyncIterable<string> };
  if (kind === 'json') return { status, headers, body: await json(response) };
  response.resume();
  return { status, headers, body: undefined };
}

/** Either nothing was done, or it takes a look to know. */
function unavailable(error: unknown, { method, changesState }: Call, log: Logger): AppError {
  const { code, message: reason } = error as NodeJS.ErrnoException;
  log.warn({ reason }, 'the vault process did not answer');
  const mayHaveChanged = (method !== 'GET' || changesState) && !AWAY.has(code ?? '');
  return new AppError(
    'unavailable',
    message(mayHaveChanged ? 'api.outcome_unknown' : 'api.vault_away'),
    undefined,
    mayHaveChanged ? 5 : 20,
  );
}
