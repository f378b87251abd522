import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '#platform/clock.ts';
import type { Resolve } from '#platform/http/outgoing/checked-lookup.ts';
import { signMessage } from '#platform/http/outgoing/signatures.ts';
import { type Scenario, type SimulatedIssuer, startIssuer } from '../../../demo/issuer/start-issuer.ts';
import { type Adapter, createIssuerClient } from './create-issuer-client.ts';

const secret = 'shared with the issuer alone';
const digests = ['1', '2', '3'].map((letter) => letter.repeat(64));
const clock = createManualClock(new Date());
const adapter: Adapter = { programme_id: 'p1', registration_ref: 'REF-1', url: 'https://issuer.example/base/', secret };
const limits = { timeout_ms: 5_000, retry_ms: 1, pause_ms: 30_000 };

let issuer: SimulatedIssuer;
beforeEach(async () => {
  issuer = await startIssuer({ secretOf: () => secret, now: () => clock.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  await issuer.stop();
});

const clientOf = (changes: Partial<typeof limits> = {}) => {
  const issuer_limits = { ...limits, ...changes };
  return createIssuerClient({
    config: { issuer_hosts: new Set(['issuer.example']), issuer_demo_url: issuer.url, issuer_limits },
    clock,
  });
};
const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'none',
    (error: { failure?: string }) => error.failure ?? error,
  );
const told = async (client = clientOf()) => {
  const { cards } = await client.ask(adapter, digests);
  return Object.fromEntries([...cards].map(([digest, { status }]) => [digest, status]));
};

describe('an issuer', () => {
  it('says of each card what it is', async () => {
    issuer.settle(digests[1]!, 'redeemed');
    issuer.settle(digests[2]!, 'unknown');
    expect(await told()).toEqual({ [digests[0]!]: 'active', [digests[1]!]: 'redeemed', [digests[2]!]: 'unknown' });
    issuer.play('REF-1', 'inactive');
    expect((await told())[digests[0]!]).toBe('inactive');
  });

  it('that signs with another secret, or is asked with one, is not believed', async () => {
    issuer.play('REF-1', 'forging');
    expect(await failureOf(clientOf().ask(adapter, digests))).toBe('signature');
    expect(issuer.asked()).toBe(1);
    issuer.play('REF-1', 'active');
    expect(await failureOf(clientOf().ask({ ...adapter, secret: 'some other secret' }, digests))).toBe('status');
  });

  it('that repeats an answer is not believed, not even right after it', async () => {
    await told();
    issuer.play('REF-1', 'replaying');
    expect(await failureOf(clientOf().ask(adapter, digests))).toBe('replayed');
  });

  it.each<[Scenario, string, number]>([
    ['stale', 'stale', 1],
    ['contradicting', 'contradiction', 1],
    ['incomplete', 'incomplete', 1],
    ['garbled', 'malformed', 1],
    ['redirecting', 'redirect', 1],
    ['flooding', 'too_long', 1],
    ['failing', 'status', 3],
  ])('that is %s gives no answer that counts: %s, asked %i times', async (scenario, failure, times) => {
    issuer.play('REF-1', scenario);
    expect(await failureOf(clientOf().ask(adapter, digests))).toBe(failure);
    expect(issuer.asked()).toBe(times);
  });

  it('that begins an answer and never ends it is cut off', async () => {
    issuer.play('REF-1', 'slow');
    expect(await failureOf(clientOf({ timeout_ms: 50 }).ask(adapter, digests))).toBe('timeout');
  });

  it('that nobody can reach is asked three times', async () => {
    const client = clientOf();
    await issuer.stop();
    expect(await failureOf(client.ask(adapter, digests))).toBe('network');
  });

  it('that fails five times in a row is left alone for a while, and others are not', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const client = clientOf();
    const other = { ...adapter, programme_id: 'p2', registration_ref: 'REF-2' };
    issuer.play('REF-1', 'failing');
    expect(await failureOf(client.ask(adapter, digests))).toBe('status');
    expect(await failureOf(client.ask(adapter, digests))).toBe('paused');
    const asked = issuer.asked();
    expect(await failureOf(client.ask(adapter, digests))).toBe('paused');
    expect([asked, issuer.asked()]).toEqual([5, 5]);
    expect((await client.ask(other, digests)).cards.size).toBe(3);
    issuer.play('REF-1', 'active');
    vi.setSystemTime(Date.now() + limits.pause_ms);
    expect((await client.ask(adapter, digests)).cards.size).toBe(3);
    expect((await client.ask(adapter, digests)).cards.size).toBe(3);
  });
});

describe('an address within the own network', () => {
  let connections = 0;
  const listener = createServer((_request, response) => response.end()).on('connection', () => connections++);
  const listening = new Promise<number>((resolve) =>
    listener.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port)),
  );
  afterAll(() => void listener.close());

  const ask = (host: string, resolve?: Resolve) => {
    const config = {
      issuer_hosts: new Set([new URL(`https://${host}`).hostname]),
      issuer_demo_url: null,
      issuer_limits: limits,
    };
    return failureOf(
      createIssuerClient({ config, clock }, resolve).ask({ ...adapter, url: `https://${host}` }, digests),
    );
  };

  it.each([
    '127.0.0.1',
    '[::1]',
    '0.0.0.0',
    '169.254.169.254',
    '10.1.2.3',
    '192.168.1.1',
    '100.64.0.1',
    '2130706433',
    '0177.0.0.1',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '[fe80::1]',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
    'localhost',
  ])('is refused even if the operator allows it: %s', async (host) => {
    await listening;
    expect(await ask(host)).toBe('address');
    expect(connections).toBe(0);
  });

  it('is refused behind a name, and behind one of several addresses of a name', async () => {
    const inside = { address: '127.0.0.1', family: 4 };
    for (const name of ['inside.example', 'localhost.']) expect(await ask(name, async () => [inside])).toBe('address');
    expect(await ask('inside.example', async () => [{ address: '203.0.114.7', family: 4 }, inside])).toBe('address');
    expect(connections).toBe(0);
  });

  it('gains nothing by a name that changes: the name is resolved once, and the address that was checked is connected', async () => {
    const addresses = ['127.0.0.1', '203.0.114.7'];
    const { port } = new URL(issuer.url);
    const config = {
      issuer_hosts: new Set(['issuer.example']),
      issuer_demo_url: `http://localhost:${port}`,
      issuer_limits: limits,
    };
    const client = createIssuerClient({ config, clock }, async () => [{ address: addresses.shift()!, family: 4 }]);
    expect((await client.ask(adapter, digests)).cards.size).toBe(3);
    expect(addresses).toEqual(['203.0.114.7']);
    expect(await failureOf(client.ask(adapter, digests))).toBe('address');
  });

  it('is not asked by plain HTTP, at another port, with a name and password, or at a host that nobody allowed', async () => {
    for (const url of [
      'http://issuer.example',
      'https://issuer.example:8443',
      'https://a:b@issuer.example',
      'https://other.example',
    ]) {
      expect([url, await failureOf(clientOf().ask({ ...adapter, url }, digests))]).toEqual([url, 'host']);
    }
    expect(issuer.asked()).toBe(0);
  });
});

it('signs as docs/operate.md says', () => {
  const message = { kind: 'request' as const, timestamp: '1770000000', nonce: '00'.repeat(16), body: '{}' };
  expect(signMessage('sixteen letters!', message)).toMatchInlineSnapshot(
    `"dfbf2feb49bd0188d1b075e3955839125d746f25ce2df2dc553bcba0e1c7f54d"`,
  );
});
