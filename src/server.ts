import { readConfig } from '#platform/config.ts';
import { startServer } from './start-server.ts';

const role = /^--role=(all|web|worker)$/.exec(process.argv[2] ?? '--role=all')?.[1] as
  | 'all'
  | 'web'
  | 'worker'
  | undefined;

try {
  if (!role) throw new Error('--role must be all, web or worker.');
  const server = await startServer(readConfig(), role);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => server.close().then(() => process.exit(0), fail));
  }
} catch (error) {
  fail(error);
}

/** A start that fails says why in plain lines; the stack is for LOG_LEVEL=debug. */
function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Facevalue did not start:\n${message.replace(/^/gm, '  ')}\n`);
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}
