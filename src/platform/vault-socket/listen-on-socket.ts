import { once } from 'node:events';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createConnection } from 'node:net';

const HEADER_BYTES = 65_536;
/** For this user and group: whoever can write to it can ask. */
const MODE = 0o660;
const NOBODY_ELSE = 0o117;

/** Listens on a socket file, and takes over one that a process left behind. Throws if another process listens there. */
export async function listenOnSocket(path: string, listener: RequestListener): Promise<Server> {
  if (existsSync(path)) {
    if (await isAnswered(path)) throw new Error(`Another process listens on VAULT_SOCKET already: ${path}`);
    rmSync(path);
  }
  const server = createServer({ maxHeaderSize: HEADER_BYTES }, listener);
  const before = process.umask(NOBODY_ELSE);
  try {
    server.listen(path);
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`VAULT_SOCKET can't be made (${(error as NodeJS.ErrnoException).code}): ${path}`);
  } finally {
    process.umask(before);
  }
  chmodSync(path, MODE);
  return server;
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = createConnection(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw new Error(`VAULT_SOCKET can't be used (${(error as NodeJS.ErrnoException).code}): ${path}`);
  } finally {
    socket.destroy();
  }
}
