import { connect } from './client.ts';

/** A lock that one process at a time holds, for as long as its connection lives. */
export interface Exclusive {
  /** Whether this process holds the lock; tries to take it if not. */
  held(): Promise<boolean>;
  release(): Promise<void>;
}

/** An advisory lock on its own connection: it is released when the process dies. */
export function createExclusive(databaseUrl: string, name: string): Exclusive {
  let holding = false;
  const sql = connect(databaseUrl, {
    max: 1,
    application_name: `facevalue ${name}`,
    max_lifetime_seconds: null,
    statement_timeout_ms: 4_000,
    onclose: () => {
      holding = false;
    },
  });
  return {
    async held() {
      if (holding) return true;
      const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`;
      holding = row!.taken;
      return holding;
    },
    release: () => sql.end({ timeout: 2 }),
  };
}
