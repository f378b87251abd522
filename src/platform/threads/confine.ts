import { Piscina } from 'piscina';

interface Confined {
  file: URL;
  /** Of the function that the file exports. */
  name: string;
  /** From when the thread begins with one call. */
  limit_ms: number;
  /** Of the thread's JavaScript heap. */
  memory_mb: number;
}

/** What a confined call threw, or that it was ended for its time or memory. */
export class ConfinedError extends Error {
  override name = 'ConfinedError';
}

/**
 * A function of a file, run in a thread of its own at the lowest priority: for parsers of what strangers send.
 * One call at a time; the others wait. Throws ConfinedError, whatever happens in the thread.
 */
export function confine<Input, Output>({
  file,
  name,
  limit_ms,
  memory_mb,
}: Confined): (input: Input) => Promise<Output> {
  const pool = new Piscina<Input, Output>({
    filename: file.href,
    name,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    niceIncrement: 19,
    // Whatever a call leaves behind runs at once, not within the next call.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 },
  });
  // A thread that fails when it has nothing to do is replaced.
  pool.on('error', () => {});
  // The pool would count the time in its queue, too.
  let before: Promise<unknown> = Promise.resolve();
  return (input) => {
    const call = before.then(() => pool.run(input, { signal: AbortSignal.timeout(limit_ms) }));
    before = call.catch(() => {});
    return call.catch((cause: unknown) => {
      throw new ConfinedError('A call in a thread of its own failed', { cause });
    });
  };
}
