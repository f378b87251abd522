import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/log.ts';
import { readShared, type SharedKeys } from '#platform/vault/roots/shared-macs.ts';

const PAUSE_MS = 500;
const PATIENCE_MS = 120_000;
const ANSWER_MS = 5_000;

/** The keys that all processes share, as soon as the process with the master key is there to give them. */
export async function askForKey(socketPath: string, log: Logger, patience_ms = PATIENCE_MS): Promise<SharedKeys> {
  const started = performance.now();
  for (let said = false; ; ) {
    try {
      return await askOnce(socketPath);
    } catch (error) {
      const reason = (error as Error).message;
      if (performance.now() - started > patience_ms)
        throw new Error(
          `The vault process doesn't answer at ${socketPath} (${reason}). Start it with --role=vault, with the same VAULT_SOCKET, as a user of the same group.`,
        );
      if (!said) log.info({ socket: socketPath, reason }, 'waiting for the vault process');
      said = true;
      await delay(PAUSE_MS);
    }
  }
}

/** The same, if it is there now. */
export async function askOnce(socketPath: string): Promise<SharedKeys> {
  const asked = request({ socketPath, path: '/key', agent: false });
  asked.setTimeout(ANSWER_MS, () => asked.destroy(new Error('it is silent')));
  asked.on('error', () => {});
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return readShared(await text(response));
}
