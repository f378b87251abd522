import { Piscina } from 'piscina';

interface Confined {
  file: URL;
  /** Of the function that the file exports. */
  name: string;
  /** Of the processor, for one call; the thread's own start counts with the first. */
  limit_ms: number;
  /** Of the thread's JavaScript heap. */
  memory_mb: number;
}

/** What a confined call threw, or that it was ended for what it took of the processor or of memory. */
export class ConfinedError extends Error {
  override name = 'ConfinedError';
}

/** How often a call's use of the processor is read. */
const READING_MS = 100;
/** On a busy machine, a thread waits many times as long as it works. */
const PATIENCE = 20;

/**
 * A function of a file, run in a thread of its own: for parsers of what strangers send.
 * One call at a time; the others wait. Throws ConfinedError, whatever the call does in the thread, and another error
 * where the machine was too busy for it, which may be otherwise next time.
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
    // Whatever a call leaves behind runs at once, not within the next call.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 },
  });
  // A thread that fails when it has nothing to do is replaced.
  pool.on('error', () => {});
  let before: Promise<unknown> = Promise.resolve();
  return (input) => {
    const call = before.then(() => runWithin(pool, input, limit_ms));
    before = call.catch(() => {});
    return call;
  };
}

async function runWithin<Input, Output>(pool: Piscina<Input, Output>, input: Input, limit_ms: number): Promise<Output> {
  const used_before_ms = await usedMs(pool);
  const overused = new AbortController();
  const timer = setInterval(async () => {
    if ((await usedMs(pool)) - used_before_ms > limit_ms) overused.abort();
  }, READING_MS);
  const too_busy = AbortSignal.timeout(limit_ms * PATIENCE);
  try {
    return await pool.run(input, { signal: AbortSignal.any([overused.signal, too_busy]) });
  } catch (cause) {
    if (too_busy.aborted && !overused.signal.aborted)
      throw new Error('A thread of its own had too little of the processor', { cause });
    throw new ConfinedError('A call in a thread of its own failed', { cause });
  } finally {
    clearInterval(timer);
  }
}

/** Of the pool's only thread since it began; 0 if there is none. */
async function usedMs({ threads }: Piscina): Promise<number> {
  const usage = await threads[0]?.cpuUsage().catch(() => undefined);
  return usage ? (usage.user + usage.system) / 1000 : 0;
}
