import { pagePath } from '#contracts/page-path.ts';
import { readConfig } from '#platform/config.ts';
import { type Role, startServer } from './start-server.ts';

// A second signal within this time is the same one: npm and a terminal may both pass on one Ctrl-C.
const SAME_SIGNAL_MS = 500;

/**
 * Serves until a signal ends it, and ends the process: what `node src/server.ts` and `facevalue start` do. The argument is
 * `--role=web` and the like, or none.
 */
export async function runServer(argument = '--role=all'): Promise<never> {
  const ended = untilSignal();
  try {
    const role = /^--role=(all|web|worker|vault)$/.exec(argument)?.[1] as Role | undefined;
    if (!role) throw new Error('--role must be all, web, worker or vault.');
    const config = readConfig();
    const server = await startServer(config, role);
    if (role === 'worker') process.stderr.write("\nFacevalue's worker is ready. It serves no pages.\n\n");
    else if (role === 'vault')
      process.stderr.write("\nFacevalue's vault is ready. It serves other processes alone.\n\n");
    else greet(server.url, config.demo);
    await ended;
    await server.close().catch((error: unknown) => fail('end cleanly', error));
    process.exit(0);
  } catch (error) {
    fail('start', error);
  }
}

/** Listens to signals from now on, and for good. */
function untilSignal(): Promise<void> {
  return new Promise<void>((resolve) => {
    let first: number | undefined;
    const end = () => {
      first ??= performance.now();
      if (performance.now() - first > SAME_SIGNAL_MS) process.exit(1);
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    // A killed npm can't pass on anything: without it we would hold the port and the data directory unseen.
    const parent = process.ppid;
    if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && resolve(), 500).unref();
  });
}

/** A start that fails says why in plain lines; the stack is for LOG_LEVEL=debug. */
function fail(what: 'start' | 'end cleanly', error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Facevalue did not ${what}:\n${message.replace(/^/gm, '  ')}\n`);
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}

/** What somebody who just typed `npm start` needs to know; the log stays machine-readable beside it on stdout. */
function greet(url: string, demo: boolean): void {
  const lines = ['', `Facevalue is ready: ${url}`];
  if (demo) {
    lines.push(
      'Demo mode: nothing here is real, and only this machine can reach it.',
      'Sign in as buyer, regular, newcomer, admin, approver, approver2 or auditor with the password facevalue-demo.',
      `Mails appear at ${url}${pagePath('/demo/mails')}`,
    );
  }
  process.stderr.write(`${lines.join('\n')}\n\n`);
}
