import type { Logger } from '#platform/log.ts';

/** For the errors of Redis or Valkey: the shop goes on without it. */
export const logNoAnswer =
  (log: Logger) =>
  (error: Error): void =>
    log.warn({ reason: error.message }, 'redis does not answer');
