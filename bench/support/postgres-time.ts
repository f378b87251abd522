import { readdirSync, readFileSync } from 'node:fs';
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

/** Kernel ticks in a second, which Linux tells every program. */
const TICKS = 100;

/** Reads what all processes of a server have computed so far, in seconds, with those that ended. */
export async function postgresSeconds(sql: Sql): Promise<() => Promise<number>> {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const server = statOf(`${backend!.pid}`)!.parent;
  return async () => {
    const own = statOf(`${server}`)!;
    const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []));
    const ticks = children.filter(({ parent }) => parent === server).reduce((sum, child) => sum + child.own, 0);
    return (own.own + own.ended + ticks) / TICKS;
  };
}

/**
 * Measures what requests cost in computing, in microseconds each: the database and these processes together, and what they
 * started and waited for. It counts in ticks of 10 ms, so the work has to take seconds.
 */
export async function cpuMeter(sql: Sql, pids: readonly number[]) {
  const ofDatabase = await postgresSeconds(sql);
  const ofProcesses = () =>
    pids.reduce((sum, pid) => {
      const stat = statOf(`${pid}`)!;
      return sum + (stat.own + stat.ended) / TICKS;
    }, 0);
  return async <T extends { requests: number }>(work: () => Promise<T>): Promise<T & { cpu_us: number }> => {
    const before = ofProcesses() + (await ofDatabase());
    const done = await work();
    return { ...done, cpu_us: ((ofProcesses() + (await ofDatabase()) - before) * 1e6) / done.requests };
  };
}

/** Null for a process that has ended meanwhile. */
function statOf(pid: string): { parent: number; own: number; ended: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent, utime, stime, cutime, cstime] = [1, 11, 12, 13, 14].map((at) => fields[at]!);
    return { parent: parent!, own: utime! + stime!, ended: cutime! + cstime! };
  } catch {
    return null;
  }
}
