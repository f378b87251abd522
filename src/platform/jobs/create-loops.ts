import type { Clock } from '#platform/clock.ts';

/** How a loop of this process does. */
export interface LoopHealth {
  /** Between two runs. */
  every_ms: number;
  /** Of the run that goes on, or of the last one. */
  started_at: Date | null;
  succeeded_at: Date | null;
  failed_at: Date | null;
  /** Since the last success. */
  failures: number;
  error: unknown;
}

/** The loops that ran in this process. */
export interface Loops {
  byName: ReadonlyMap<string, LoopHealth>;
  noteStart(name: string): void;
  /** Remembers how a run ended. */
  noteRun(name: string, error?: unknown): void;
  notePause(name: string, every_ms: number): void;
}

const NEW: LoopHealth = {
  every_ms: 0,
  started_at: null,
  succeeded_at: null,
  failed_at: null,
  failures: 0,
  error: null,
};

export function createLoops(clock: Clock): Loops {
  const byName = new Map<string, LoopHealth>();
  const healthOf = (name: string) => byName.get(name) ?? NEW;
  return {
    byName,
    noteStart(name) {
      byName.set(name, { ...healthOf(name), started_at: clock.now() });
    },
    noteRun(name, error) {
      const before = healthOf(name);
      const now = clock.now();
      const after =
        error === undefined
          ? { ...before, succeeded_at: now, failures: 0 }
          : { ...before, failed_at: now, failures: before.failures + 1, error };
      byName.set(name, after);
    },
    notePause(name, every_ms) {
      byName.set(name, { ...healthOf(name), every_ms });
    },
  };
}
