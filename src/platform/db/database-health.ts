import type { Sql } from './client.ts';
import { isDiskFull } from './pg-errors.ts';

/** Why a process should get no requests. */
export type Trouble = 'no_answer' | 'disk_full' | 'ending';

export interface DatabaseHealth {
  /** Null if all is well. Answers within two seconds, whatever the database does. */
  check(): Promise<Exclude<Trouble, 'ending'> | null>;
  /** The same, or that the process is ending. */
  trouble(): Promise<Trouble | null>;
  /** From now on the process is ending. */
  end(): void;
}

/** Checks the database over a connection that no other work uses. */
export function createDatabaseHealth(sql: Sql): DatabaseHealth {
  let running: ReturnType<DatabaseHealth['check']> | undefined;
  let ending = false;

  /** Writes 4 MB to the temporary files: PostgreSQL needs about 1 MB to extend a large table. */
  const ask = () =>
    sql`
      with block as materialized (select repeat('x', 8000) as text from generate_series(1, 512)) select count(text)
      from block`.then(
      () => null,
      (error: unknown) => (isDiskFull(error) ? ('disk_full' as const) : ('no_answer' as const)),
    );

  function check() {
    running ??= ask().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    check,
    trouble: async () => (ending ? 'ending' : check()),
    end() {
      ending = true;
    },
  };
}
