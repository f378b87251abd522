import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll } from 'vitest';

/** A connection to a database that can be cut and mended; `url` reaches the same database through it. */
export async function layWire(url: string) {
  const to = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
  const serve = () =>
    createServer((from) => {
      const onward = connect(Number(to.port), to.hostname);
      for (const socket of [from, onward]) keep(socket);
      from.pipe(onward).pipe(from);
      from.on('close', () => onward.destroy());
      onward.on('close', () => from.destroy());
    });
  let server = serve();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  afterAll(cut);
  const over = new URL(url);
  over.hostname = '127.0.0.1';
  over.port = String(port);
  return {
    url: over.href,
    cut,
    async mend() {
      server = serve();
      await listen(server, port);
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
}
