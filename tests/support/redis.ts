import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll } from 'vitest';
import { freePort } from '#platform/net/free-port.ts';

/** A real Redis on a free port of loopback, which stores nothing. Ends with the tests around it. */
export async function createRedis() {
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server = started;
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      started.once('error', (cause) => reject(new Error('The tests need redis-server in the PATH.', { cause })));
      started.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${printed}`)));
      started.stdout.on('data', (text) => {
        printed += text;
        if (printed.includes('Ready to accept connections')) resolve();
      });
    });
  }

  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  afterAll(stop);
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    freeze: () => server?.kill('SIGSTOP'),
    thaw: () => server?.kill('SIGCONT'),
  };
}
