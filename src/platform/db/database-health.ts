import type { Sql } from './client.ts';
import { isDiskFull } from './pg-errors.ts';

export const GOOD_FOR_MS = 1_000;

/** Why a process should get no requests. */
export type Trouble = 'no_answer' | 'disk_full' | 'ending';

export interface DatabaseHealth {
  /**
   * Null if all is well. Answers within two seconds, whatever the database does; the answer is good for a second, so
   * that checks cost the same however often anyone asks.
   */
  check(): Promise<Exclude<Trouble, 'ending'> | null>;
  /** The same, or that the process is ending. */
  trouble(): Promise<Trouble | null>;
  /** From now on the process is ending. */
  end(): void;
}

/** Checks the database over a connection that no other work uses. `now` is in milliseconds and never goes back. */
export function createDatabaseHealth(sql: Sql, now = () => performance.now()): DatabaseHealth {
  let answer: ReturnType<DatabaseHealth['check']> | undefined;
  let goodUntil = 0;
  let ending = false;

  /** Writes 4 MB to the temporary files: PostgreSQL needs about 1 MB to extend a large table. */
  const ask = () =>
    sql`with block as materialized (select repeat('x', 8000) as text from generate_series(1, 512)) select count(text) from block`.then(
      () => null,
      (error: unknown) => (isDiskFull(error) ? ('disk_full' as const) : ('no_answer' as const)),
    );

  function check() {
    if (answer && now() < goodUntil) return answer;
    goodUntil = Number.POSITIVE_INFINITY;
    answer = ask().finally(() => {
      goodUntil = now() + GOOD_FOR_MS;
    });
    return answer;
  }

  return {
    check,
    trouble: async () => (ending ? 'ending' : check()),
    end() {
      ending = true;
    },
  };
}
