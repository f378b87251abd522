import { runServer } from '#app/run-server.ts';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';

/** `facevalue start [--role=web]`: serves until a signal ends it. */
export function run(_config: Config, _log: Logger, [role, ...rest]: string[]): Promise<number> {
  if (rest.length > 0) throw new Error('Usage: facevalue start [--role=all|web|worker|vault]');
  return runServer(role);
}
