import { type ConnectOptions, connect, type Sql } from './client.ts';

/**
 * Each kind of work has its own connections and patience, so that one that waits holds up no other. The server ends a
 * statement before the client gives it up, as long as it answers at all. The sums are in docs/operate.md.
 */
const kinds = {
  reads: { max: 8, statement_timeout_ms: 1_500, lock_timeout_ms: 500, answer_timeout_ms: 2_000, read_only: true },
  writes: { max: 8, statement_timeout_ms: 4_500, lock_timeout_ms: 2_000, answer_timeout_ms: 5_000 },
  background: { max: 4, statement_timeout_ms: 15_000, lock_timeout_ms: 10_000, answer_timeout_ms: 16_000 },
  // So little memory that the check writes to the disk.
  health: { max: 1, statement_timeout_ms: 1_000, answer_timeout_ms: 1_500, work_mem: '64kB' },
} satisfies Record<string, ConnectOptions>;

export interface Pools extends Record<keyof typeof kinds, Sql> {
  /** After so many seconds, statements that still run are given up. */
  end(options: { timeout: number }): Promise<void>;
}

/** The pools of one process. A pool opens its connections when they are needed. */
export function openPools(databaseUrl: string): Pools {
  const placer = { wake: () => {} };
  const open = (kind: keyof typeof kinds) =>
    Object.assign(connect(databaseUrl, { ...kinds[kind], application_name: `facevalue ${kind}` }), { placer });
  const pools = {
    reads: open('reads'),
    writes: open('writes'),
    background: open('background'),
    health: open('health'),
  };
  return {
    ...pools,
    async end(options) {
      await Promise.all(Object.values(pools).map((pool) => pool.end(options)));
    },
  };
}
