import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll } from 'vitest';

export interface Seen {
  method: string;
  path: string;
}

type Fits = (seen: Seen) => boolean;

/**
 * A proxy in front of a running shop. On demand it holds requests back, breaks responses off in the middle, refuses
 * requests or goes away. It records what the browser requested.
 */
export async function startProxy(first: string) {
  let target = first;
  const seen: Seen[] = [];
  const held: (() => void)[] = [];
  let holds: Fits = () => false;
  let breaks: Fits = () => false;
  let refusal = { fits: (() => false) as Fits, status: 403, body: '' };
  const sockets = new Set<Socket>();

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const one = { method: asked.method ?? '', path: asked.url ?? '' };
    seen.push(one);
    if (holds(one)) await new Promise<void>((resolve) => held.push(resolve));
    if (refusal.fits(one)) {
      answer.writeHead(refusal.status, { 'content-type': 'text/plain' }).end(refusal.body);
      return;
    }
    const { method, headers, url } = asked;
    const sent = request(`${target}${url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      if (breaks(one)) response.once('data', (part) => answer.write(part.subarray(0, 20), () => answer.destroy()));
      else response.pipe(answer);
    });
    sent.on('error', () => answer.destroy());
    asked.pipe(sent);
  }

  const serve = () =>
    createServer((asked, answer) => void pass(asked, answer))
      .on('connection', keep)
      .on('upgrade', switchOver);
  function switchOver(asked: IncomingMessage, socket: Duplex): void {
    const { hostname, port } = new URL(target);
    const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
    for (let i = 0; i < asked.rawHeaders.length; i += 2)
      lines.push(`${asked.rawHeaders[i]}: ${asked.rawHeaders[i + 1]}`);
    const onward = connect(Number(port), hostname, () => onward.write(`${lines.join('\r\n')}\r\n\r\n`));
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    onward.pipe(socket).pipe(onward);
  }
  const keep = (socket: Socket) => void sockets.add(socket.on('close', () => sockets.delete(socket)));
  let server = serve();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const close = () => {
    for (const free of held.splice(0)) free();
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  afterAll(close);
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    /** Switches to another shop. */
    leadTo(url: string) {
      target = url;
    },
    /** Matching requests wait until `release`. */
    hold(fits: Fits) {
      holds = fits;
    },
    held: () => held.length,
    release() {
      holds = () => false;
      for (const free of held.splice(0)) free();
    },
    /** Breaks off responses to matching requests after their first bytes. */
    breakOff(fits: Fits) {
      breaks = fits;
    },
    /** Answers matching requests itself, like a firewall in front of the shop. */
    refuse(fits: Fits, status = 403, body = '') {
      refusal = { fits, status, body };
    },
    /** Refuses every connection, like a stopped server. */
    away: close,
    async back() {
      server = serve();
      await listen(server, port);
    },
  };
}

export type Proxy = Awaited<ReturnType<typeof startProxy>>;

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
}
