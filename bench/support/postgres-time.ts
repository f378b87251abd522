import { readFileSync } from 'node:fs';
import type { Sql } from '#platform/db/client.ts';

// Postgres settles on a plan after five runs of a statement.
const WARM = 6;
const RUNS = 10;

/**
 * Measures what a piece of work costs the PostgreSQL process of a pool of one connection, in milliseconds of computing,
 * once it has settled on a plan. Other load on the machine doesn't change that as it changes the wall clock.
 */
export async function postgresTimer(sql: Sql): Promise<(work: () => Promise<unknown>) => Promise<number>> {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return async (work) => {
    for (let run = 0; run < WARM; run++) await work();
    const before = cpuMs(backend!.pid);
    for (let run = 0; run < RUNS; run++) await work();
    return Number(((cpuMs(backend!.pid) - before) / RUNS).toFixed(2));
  };
}

const cpuMs = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
