import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { MINUTE_MS } from '#contracts/time-units.ts';

export const S3_ACCESS = { region: 'eu-central-1', key_id: 'AKIAFACEVALUE', secret: 'a/secret+with signs' };

const PAGE = 3;
const CLOCK_TOLERANCE_MS = 15 * MINUTE_MS;

const hex = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const errorOf = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

/** The signature that a request must bear, by the specification of Signature Version 4. */
function signatureOf(request: IncomingMessage, url: URL, signed: string, scope: string): string {
  const { headers } = request;
  const query = [...url.searchParams]
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .sort()
    .join('&');
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const path = url.pathname.split('/').map((part) => encoded(decodeURIComponent(part)));
  const canonical = [
    request.method,
    path.join('/'),
    query,
    lines.join(''),
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const [day = '', region = '', service = '', end = ''] = scope.split('/');
  const key = [region, service, end].reduce(
    hmac as (key: Buffer, text: string) => Buffer,
    hmac(`AWS4${S3_ACCESS.secret}`, day),
  );
  return hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hex(canonical)].join('\n')).toString('hex');
}

function refusalOf(request: IncomingMessage, url: URL, body: Buffer): [number, string] | null {
  const found = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    request.headers.authorization ?? '',
  );
  if (!found) return [403, 'AccessDenied'];
  const [, key_id, scope = '', signed = '', signature] = found;
  if (key_id !== S3_ACCESS.key_id) return [403, 'InvalidAccessKeyId'];
  if (!signed.split(';').includes('host') || !scope.includes(`/${S3_ACCESS.region}/s3/aws4_request`))
    return [400, 'AuthorizationHeaderMalformed'];
  if (signatureOf(request, url, signed, scope) !== signature) return [403, 'SignatureDoesNotMatch'];
  const at = String(request.headers['x-amz-date']).replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5');
  if (Math.abs(Date.parse(at) - Date.now()) > CLOCK_TOLERANCE_MS) return [403, 'RequestTimeTooSkewed'];
  const digest = request.headers['x-amz-content-sha256'];
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== hex(body)) return [400, 'XAmzContentSHA256Mismatch'];
  return null;
}

/**
 * A store that speaks S3 by paths, with one bucket `cards`, until the end of the test file: it checks each signature, the digest of each body
 * and the clock, and lists three names at a time.
 */
export async function startS3() {
  const objects = new Map<string, Buffer>();
  /** Before each request; what it returns is answered instead of the object. */
  let interfere: (method: string, name: string) => [number, string] | Buffer | null = () => null;

  function answerTo(request: IncomingMessage, body: Buffer): [number, Buffer | string] {
    const url = new URL(request.url ?? '', 'http://s3');
    const [, bucket, ...parts] = url.pathname.split('/');
    const name = parts.map(decodeURIComponent).join('/');
    const refused = refusalOf(request, url, body) ?? (bucket === 'cards' ? null : ([404, 'NoSuchBucket'] as const));
    if (refused) return [refused[0], errorOf(refused[1])];
    const other = interfere(request.method ?? '', name);
    if (other) return Array.isArray(other) ? [other[0], errorOf(other[1])] : [200, other];
    if (request.method === 'PUT') objects.set(name, body);
    if (request.method === 'DELETE') objects.delete(name);
    if (request.method !== 'GET') return [request.method === 'PUT' ? 200 : 204, ''];
    if (name === '') return [200, listOf(url.searchParams)];
    const object = objects.get(name);
    return object ? [200, object] : [404, errorOf('NoSuchKey')];
  }

  function listOf(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? '';
    const rest = [...objects.keys()].sort().filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
    const page = rest.slice(0, PAGE);
    const next = rest.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const keys = page.map((key) => `<Contents><Key>${key}</Key><Owner><ID>1</ID></Owner></Contents>`);
    return `<?xml version="1.0"?><ListBucketResult>${next}${keys.join('')}</ListBucketResult>`;
  }

  const server = createServer(async (request, response) => {
    const [status, text] = answerTo(request, Buffer.concat(await request.toArray()));
    response.writeHead(status).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  afterAll(stop);
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    /** For BACKUP_TARGET. */
    target: `s3:http://127.0.0.1:${port}/cards/shop`,
    objects,
    stop,
    interfere(by: typeof interfere) {
      interfere = by;
    },
  };
}
