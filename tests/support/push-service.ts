import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';

export interface TestBrowser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

interface Received {
  endpoint: string;
  message: { title: string; path: string; tag: string };
  headers: IncomingHttpHeaders;
  /** Who sent it, as signed with the key that the browsers subscribed with. */
  claims: { aud: string; exp: number; sub: string };
}

/**
 * A push service on this machine with browsers that subscribe to it. It opens what arrives as a browser would (RFC 8291)
 * and takes only what is signed with the key of its browsers (RFC 8292).
 */
export async function startPushService() {
  const browsers = new Map<string, { ecdh: ECDH; auth: Buffer; public_key: string; hangs: boolean }>();
  const received: Received[] = [];
  const hanging = new Set<ServerResponse>();
  let status = 201;
  const server = createServer(async (request, response) => {
    const browser = browsers.get(request.url ?? '');
    if (browser?.hangs) return void hanging.add(response);
    if (!browser || status !== 201) return response.writeHead(browser ? status : 404).end();
    const claims = readClaims(request.headers.authorization ?? '', browser.public_key);
    const message = JSON.parse(decryptPush(await buffer(request), browser.ecdh, browser.auth));
    received.push({ endpoint: `https://push.example${request.url}`, message, headers: request.headers, claims });
    response.writeHead(201).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What arrived since it was asked the last time. */
    taken: () => received.splice(0),
    answer(next: number) {
      status = next;
    },
    /** How many requests wait for an answer of a browser's service that hangs. */
    hanging: () => hanging.size,
    hangUp() {
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    newBrowser(public_key: string, { host = 'push.example', hangs = false } = {}): TestBrowser {
      const path = `/${randomUUID()}`;
      const ecdh = createECDH('prime256v1');
      const auth = randomBytes(16);
      const p256dh = ecdh.generateKeys().toString('base64url');
      browsers.set(path, { ecdh, auth, public_key, hangs });
      return { endpoint: `https://${host}${path}`, keys: { p256dh, auth: auth.toString('base64url') } };
    },
  };
}

/** Opens a message of one record in the encoding aes128gcm (RFC 8188, RFC 8291). */
export function decryptPush(body: Buffer, ecdh: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const end = 21 + body.readUInt8(20);
  const sender = body.subarray(21, end);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32);
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret as never, salt, `Content-Encoding: ${use}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(end, -16)), decipher.final()]);
  const last = padded.findLastIndex((byte) => byte !== 0);
  if (padded[last] !== 2) throw new Error('The record is not the last one.');
  return padded.toString('utf8', 0, last);
}

function readClaims(header: string, public_key: string): Received['claims'] {
  const [, signed = '', signature = '', key = ''] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const how = { key: jwk, dsaEncoding: 'ieee-p1363' as const };
  const genuine = verify('sha256', Buffer.from(signed), how, Buffer.from(signature, 'base64url'));
  if (!genuine || key !== public_key) throw new Error('It is signed by somebody else.');
  return JSON.parse(Buffer.from(signed.split('.')[1]!, 'base64url').toString());
}
