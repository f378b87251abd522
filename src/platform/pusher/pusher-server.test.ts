import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createManualClock } from '#platform/clock.ts';
import { createLogger } from '#platform/log.ts';
import { LiveSocket } from '#tests/support/live-socket.ts';
import { acceptUpgrades } from './accept-upgrades.ts';
import { signChannel } from './channel-signature.ts';
import { type PusherLimits, pusherLimits } from './limits.ts';
import { PusherServer } from './pusher-server.ts';
import type { Verdict } from './subscriptions.ts';

const app = { key: 'facevalue', secret: 'secret' };

async function serve(limits: Partial<PusherLimits> = {}) {
  const clock = createManualClock(new Date());
  const logged: string[] = [];
  const log = createLogger('info', { write: (line: string) => void logged.push(line) });
  const refused = { status: undefined as number | undefined, insecure: false, failing: false };
  const pusher = new PusherServer({
    ...app,
    clock,
    log,
    limits,
    async admit(asked): Promise<Verdict[]> {
      if (refused.failing) throw new Error('no database');
      return asked.map(({ claim }) => ({ owner: claim, until: Number.POSITIVE_INFINITY }));
    },
  });
  const server = createServer((_request, response) => response.end('ok'));
  acceptUpgrades(server, {
    pusher,
    refuse: async () => refused.status,
    isInsecure: () => refused.insecure,
    shared: false,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(async () => {
    await pusher.close(0);
    server.close();
  });
  const subscribe = (socket: LiveSocket, channel: string, owner: string) => {
    const auth = signChannel(app, { socket_id: socket.id, channel, channel_data: owner });
    socket.send('pusher:subscribe', { channel, auth, channel_data: owner });
  };
  const listen = async (owner: string, channel = `private-${owner}`) => {
    const socket = await LiveSocket.open(host);
    subscribe(socket, channel, owner);
    await socket.frame('pusher_internal:subscription_succeeded');
    return socket;
  };
  return { pusher, server, host, clock, refused, logged, subscribe, listen };
}

/** Checks that nobody else is affected: a new socket still subscribes and receives events. */
async function isAlive({ pusher, listen }: Awaited<ReturnType<typeof serve>>): Promise<void> {
  const socket = await listen('alive');
  pusher.publish('private-alive', 'hello', () => ({ n: 1 }));
  expect((await socket.frame('hello')).data).toEqual({ n: 1 });
  socket.ws.close();
}

describe('the handshake', async () => {
  const one = await serve();
  test.for([
    ['/app/nobody?protocol=7', 4001],
    ['/app/', 4005],
    ['/app', 4005],
    ['/app/facevalue/more?protocol=7', 4005],
    ['/app/facevalue?protocol=x', 4006],
    ['/app/facevalue?protocol=6', 4007],
    ['/app/facevalue', 4008],
  ] as const)('%s is closed with %i', async ([path, code]) => {
    const socket = new LiveSocket(one.host, { path });
    expect(await socket.code()).toBe(code);
    expect(socket.frames).toMatchObject([{ event: 'pusher:error', data: { code } }]);
  });

  test('an id, a timeout, and an answer to a ping', async () => {
    const socket = await LiveSocket.open(one.host);
    expect(socket.frames[0]?.data).toEqual({ socket_id: socket.id, activity_timeout: 120 });
    expect(socket.id).toMatch(/^\d+\.\d+$/);
    socket.send('pusher:ping', {});
    await socket.frame('pusher:pong');
  });

  test('no TLS where it is needed is 4000, a refusal before is an HTTP status, another path is a 404', async () => {
    one.refused.insecure = true;
    expect(await new LiveSocket(one.host).code()).toBe(4000);
    one.refused.insecure = false;
    for (const [status, path] of [
      [403, '/app/facevalue?protocol=7'],
      [404, '/elsewhere'],
    ] as const) {
      one.refused.status = status === 404 ? undefined : status;
      const socket = new LiveSocket(one.host, { path });
      const answer = await new Promise((resolve) =>
        socket.ws.once('unexpected-response', (_request, response) => resolve(response.statusCode)),
      );
      expect(answer).toBe(status);
    }
    one.refused.status = undefined;
  });
});

describe('messages are not trusted', async () => {
  const one = await serve();
  test.for<[string, string | Buffer, number, { binary?: boolean }?]>([
    ['bad JSON', '{"event"', 1007],
    ['JSON that is no message', '[]', 1007],
    ['no event', '{"data":{}}', 1007],
    ['binary', Buffer.from([1, 2, 3]), 1003, { binary: true }],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 1007, { binary: false }],
    ['70 kB', `{"event":"${'x'.repeat(70_000)}"}`, 1009],
    ['an unknown event', '{"event":"pusher:signin","data":{}}', 1003],
    ['a subscription to nothing', '{"event":"pusher:subscribe","data":{}}', 4009],
    ['a subscription to a list', '{"event":"pusher:subscribe","data":{"channel":["private-x"]}}', 4009],
  ])('%s closes the socket cleanly, and no other', async ([, frame, code, options = {}]) => {
    const socket = await LiveSocket.open(one.host);
    socket.ws.send(frame, options);
    expect(await socket.code()).toBe(code);
    await isAlive(one);
  });

  test('300 fuzzed frames: every socket is answered or closed with a code, and the server lives', async () => {
    const names = ['pusher:subscribe', 'pusher:unsubscribe', 'pusher:ping', 'pusher:x', 'client-x', '__proto__', ''];
    const message = fc
      .record({
        event: fc.oneof(fc.constantFrom(...names), fc.string()),
        data: fc.oneof(fc.anything({ maxDepth: 3 }), fc.record({ channel: fc.string(), auth: fc.string() })),
      })
      .map((value) => ({ frame: JSON.stringify(value) ?? '', binary: false }));
    const raw = fc.record({
      frame: fc.oneof(
        fc.string(),
        fc.json(),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
      binary: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(message, raw), async ({ frame, binary }) => {
        const socket = await LiveSocket.open(one.host);
        socket.ws.send(frame, { binary });
        socket.send('pusher:ping', {});
        await socket.until(
          () => socket.closed !== undefined || socket.frames.some(({ event }) => event === 'pusher:pong'),
        );
        if (socket.closed) expect([1003, 1007, 1009, 4009]).toContain(socket.closed.code);
        socket.ws.close();
      }),
      { numRuns: 300 },
    );
    await isAlive(one);
  });
});

describe('limits', () => {
  test('sockets in all, and sockets of one owner: 4100, and the others go on', async () => {
    const one = await serve({ sockets: 4, sockets_per_owner: 2 });
    const [first, second] = [await one.listen('a'), await one.listen('a')];
    const third = await LiveSocket.open(one.host);
    one.subscribe(third, 'private-a', 'a');
    expect(await third.code()).toBe(4100);
    await one.listen('b');
    await LiveSocket.open(one.host);
    expect(await new LiveSocket(one.host).code()).toBe(4100);
    one.pusher.publish('private-a', 'hello', () => ({}));
    await Promise.all([first.frame('hello'), second.frame('hello')]);
    first.ws.close();
    await expect.poll(() => one.pusher.size).toBe(3);
    await isAlive(one);
  });

  test('subscribing to 1,000 channels: ten of them, errors, and then the end of that socket alone', async () => {
    const one = await serve();
    const other = await one.listen('other');
    const socket = await LiveSocket.open(one.host);
    for (let n = 0; n < 1_000; n++) one.subscribe(socket, `private-${n}`, 'greedy');
    expect(await socket.code()).toBe(4100);
    const count = (event: string) => socket.frames.filter((frame) => frame.event === event).length;
    expect(count('pusher_internal:subscription_succeeded')).toBeLessThanOrEqual(pusherLimits.channels_per_socket);
    expect(count('pusher:subscription_error')).toBeGreaterThan(0);
    one.pusher.publish('private-other', 'hello', () => ({}));
    await other.frame('hello');
  });

  test('messages over the rate are refused once, dropped, and end the socket when they go on', async () => {
    const one = await serve();
    const socket = await LiveSocket.open(one.host);
    const { message_burst, messages_over } = pusherLimits;
    for (let n = 0; n < message_burst + 1; n++) socket.send('pusher:ping', {});
    expect((await socket.frame('pusher:error')).data).toMatchObject({ code: 4301 });
    expect(socket.frames.filter(({ event }) => event === 'pusher:pong').length).toBe(message_burst);
    one.clock.advance(1_000);
    socket.send('pusher:ping', {});
    await socket.until(() => socket.frames.filter(({ event }) => event === 'pusher:pong').length === message_burst + 1);
    for (let n = 0; n < message_burst + messages_over; n++) socket.send('pusher:ping', {});
    expect(await socket.code()).toBe(4100);
  });

  test('a reader that does not read is dropped, with little memory held for it, and the others hear everything', async () => {
    const one = await serve();
    const quick = await one.listen('quick', 'private-both');
    const slow = await one.listen('slow', 'private-both');
    // biome-ignore lint/complexity/useLiteralKeys: the raw socket, which a client that hangs does not read from
    (slow.ws as unknown as { _socket: { pause(): void } })['_socket'].pause();
    const text = 'x'.repeat(8_000);
    let sent = 0;
    while (one.pusher.size === 2) {
      for (let n = 0; n < 5; n++) one.pusher.publish('private-both', 'big', () => ({ text, n: sent }));
      sent += 1;
      await quick.until(() => quick.frames.at(-1)?.data.n === sent - 1);
    }
    expect(quick.frames.filter(({ event }) => event === 'big').length).toBe(sent * 5);
    const dropped = one.logged.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'a slow socket was dropped');
    expect(dropped.buffered).toBeLessThan(pusherLimits.buffered_bytes + 10_000);
  });
});

describe('time', () => {
  test('a socket that subscribes to nothing is ended, one that does not answer a ping as well', async () => {
    const one = await serve();
    const [idle, silent, talking] = [await LiveSocket.open(one.host), await one.listen('a'), await one.listen('b')];
    one.clock.advance(pusherLimits.unauthorised_ms + 1);
    one.pusher.sweep();
    expect(await idle.code()).toBe(4009);
    one.clock.advance(pusherLimits.activity_ms);
    talking.send('pusher:ping', {});
    await talking.frame('pusher:pong');
    one.pusher.sweep();
    await silent.frame('pusher:ping');
    one.clock.advance(pusherLimits.pong_ms + 1);
    one.pusher.sweep();
    expect(await silent.code()).toBe(4201);
    expect(talking.closed).toBeUndefined();
  });

  test("a ping of WebSocket itself is a sign of life, and an answer to the server's as well", async () => {
    const one = await serve();
    const socket = await one.listen('a');
    const ping = async () => {
      const answered = new Promise((resolve) => socket.ws.once('pong', resolve));
      socket.ws.ping();
      await answered;
    };
    one.clock.advance(pusherLimits.activity_ms);
    await ping();
    one.clock.advance(pusherLimits.activity_ms);
    one.pusher.sweep();
    expect(socket.frames.some(({ event }) => event === 'pusher:ping')).toBe(false);
    one.clock.advance(pusherLimits.pong_ms + 1);
    one.pusher.sweep();
    await socket.frame('pusher:ping');
    await ping();
    one.clock.advance(pusherLimits.pong_ms + 1);
    one.pusher.sweep();
    socket.send('pusher:ping', {});
    await socket.frame('pusher:pong');
    expect(socket.closed).toBeUndefined();
  });

  test('a restart asks every client to come back, one after the other, and takes no new one', async () => {
    const one = await serve();
    const sockets = await Promise.all(Array.from({ length: 5 }, (_, n) => one.listen(`user-${n}`)));
    const closed = one.pusher.close(200);
    expect(await new LiveSocket(one.host).code()).toBe(4200);
    expect(await Promise.all(sockets.map((socket) => socket.code()))).toEqual(Array(5).fill(4200));
    await closed;
    expect(one.pusher.size).toBe(0);
  });

  test('while nobody can be asked a subscription is refused for now, and what stands is asked again later', async () => {
    const one = await serve();
    const standing = await one.listen('a');
    one.refused.failing = true;
    const socket = await LiveSocket.open(one.host);
    one.subscribe(socket, 'private-b', 'b');
    expect((await socket.frame('pusher:subscription_error')).data.status).toBe(503);
    one.pusher.recheck();
    await expect.poll(() => one.logged.some((line) => line.includes('sockets could not be checked'))).toBe(true);
    one.refused.failing = false;
    one.pusher.sweep();
    one.subscribe(socket, 'private-b', 'b');
    await socket.frame('pusher_internal:subscription_succeeded');
    expect(standing.closed).toBeUndefined();
  });
});

test('half a handshake, and a connection cut in the middle of a frame, harm nobody', async () => {
  const one = await serve();
  const { port } = one.server.address() as AddressInfo;
  for (const bytes of [
    'GET /app/facevalue HTTP/1.1\r\nUpgrade: websocket\r\n',
    'GET /app/facevalue?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  ]) {
    await new Promise((resolve) => {
      const raw = connect(port, '127.0.0.1', () => raw.end(bytes));
      raw
        .on('close', resolve)
        .on('error', () => {})
        .on('data', () => {});
    });
  }
  const cut = await one.listen('cut');
  cut.ws.terminate();
  await isAlive(one);
});
