import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll } from 'vitest';

/** A proxy to a database that can cut connections or freeze; stopped after the test file. */
export async function startDatabaseProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let frozen = false;
  let isLast = (_chunk: Buffer | string) => false;

  function pass(socket: Socket): void {
    const onward = connect(Number(port), hostname);
    join(socket, onward);
    join(onward, socket);
  }

  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (chunk) => {
      frozen ||= isLast(chunk);
      if (!frozen) to.write(chunk);
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  async function listen(on: number): Promise<Server> {
    const listening = createServer(pass).listen(on, '127.0.0.1');
    await once(listening, 'listening');
    return listening;
  }

  let server = await listen(0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  afterAll(cut);
  return {
    url: url.href,
    /** Breaks every connection and refuses new ones. */
    cut,
    async restore() {
      server = await listen(Number(url.port));
    },
    /** From the first chunk with this text on, nothing gets through; connections stay open. */
    freeze(at: string) {
      isLast = (chunk) => chunk.includes(at);
    },
    isFrozen: () => frozen,
    /** Lets new connections through; those that were frozen have lost what was sent. */
    thaw() {
      frozen = false;
      isLast = () => false;
    },
  };
}
