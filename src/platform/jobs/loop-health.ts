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

const loops = new Map<string, LoopHealth>();

const healthOf = (name: string): LoopHealth =>
  loops.get(name) ?? { every_ms: 0, started_at: null, succeeded_at: null, failed_at: null, failures: 0, error: null };

export const noteStart = (name: string): void => {
  loops.set(name, { ...healthOf(name), started_at: new Date() });
};

/** Remembers how a run ended. */
export function noteRun(name: string, error?: unknown): void {
  const before = healthOf(name);
  const now = new Date();
  const after =
    error === undefined
      ? { ...before, succeeded_at: now, failures: 0 }
      : { ...before, failed_at: now, failures: before.failures + 1, error };
  loops.set(name, after);
}

export const notePause = (name: string, every_ms: number): void => {
  loops.set(name, { ...healthOf(name), every_ms });
};

/** The loops that ran in this process, by name. */
export const loopHealth = (): ReadonlyMap<string, LoopHealth> => loops;
