import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { OutgoingError } from '#platform/http/outgoing/outgoing-error.ts';

const FAILURES_TO_PAUSE = 5;
const PAUSE_MS = MINUTE_MS;
const MAX_HOSTS = 500;

/** An answer, whatever its status, is one; an address that may not be connected to is no failure of a server. */
const breakerOf = () =>
  circuitBreaker(
    handleWhen((error) => error instanceof OutgoingError && error.failure !== 'address'),
    { breaker: new ConsecutiveBreaker(FAILURES_TO_PAUSE), halfOpenAfter: PAUSE_MS },
  );

/** Leaves a host alone for a minute that didn't answer five times in a row; what isn't sent then is the job's to try again. */
export function limitSending() {
  const breakers = new Map<string, ReturnType<typeof breakerOf>>();
  return async <T>(host: string, send: () => Promise<T>): Promise<T | 'paused'> => {
    const breaker = breakers.get(host) ?? breakerOf();
    // Again at the end: those that were used longest ago are forgotten first.
    breakers.delete(host);
    breakers.set(host, breaker);
    const [oldest] = breakers.keys();
    if (breakers.size > MAX_HOSTS) breakers.delete(oldest!);
    return breaker.execute(send).catch((error: unknown) => {
      if (error instanceof BrokenCircuitError) return 'paused' as const;
      throw error;
    });
  };
}
