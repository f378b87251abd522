import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientReader } from './client-reader.ts';

async function addressSeen(proxies: string[], peer: string, forwarded?: string): Promise<string> {
  const read = clientReader(proxies);
  const app = new Hono().get('/', (c) => c.text(read(c).address));
  const incoming = { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: 'IPv4' } };
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.request('/', { headers }, { incoming })).text();
}

test.for([
  ['nobody is trusted by default', [], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['a peer that is no trusted proxy', ['10.0.0.1'], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['a trusted proxy', ['10.0.0.1'], '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['what a client put in front', ['10.0.0.1'], '10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['two proxies in a row', ['10.0.0.0/8'], '10.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['a proxy that says nothing', ['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1'],
  ['a word in place of an address', ['10.0.0.1'], '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
  ['an IPv4 proxy on an IPv6 socket', ['127.0.0.1'], '::ffff:127.0.0.1', '2001:db8::1', '2001:db8::1'],
] as const)('%s', async ([, proxies, peer, forwarded, seen]) => {
  expect(await addressSeen([...proxies], peer, forwarded)).toBe(seen);
});

test.for([
  ['X-Forwarded-For and no trusted proxy', [], { 'x-forwarded-for': '198.51.100.1' }, 1],
  ['Forwarded and no trusted proxy', [], { forwarded: 'for=198.51.100.1' }, 1],
  ['a trusted proxy', ['10.0.0.1'], { 'x-forwarded-for': '198.51.100.1' }, 0],
  ['no proxy at all', [], {}, 0],
] as const)('%s warns once or not at all', async ([, proxies, headers, times]) => {
  let warnings = 0;
  const read = clientReader([...proxies], () => {
    warnings += 1;
  });
  const app = new Hono().get('/', (c) => c.text(read(c).address));
  for (let i = 0; i < 3; i++) await app.request('/', { headers });
  expect(warnings).toBe(times);
});
