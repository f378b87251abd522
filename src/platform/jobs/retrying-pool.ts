import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Logger } from '#platform/log.ts';
import { openPool } from './open-pool.ts';

// The server times out first, so that a statement whose result nobody awaits has no effect.
const limits = { statement_timeout: 5_000, query_timeout: 6_000 };
const LONGEST_PAUSE_MS = 1_000;
// The library reads nothing else of a statement's result.
const nothing = { rows: [] } as unknown as QueryResult;

/**
 * Connections for the job runner that survive a database outage. graphile-worker doesn't await the statement that
 * ends a job, so its failure would end the process: retry every statement until it succeeds or `stopping` aborts.
 */
export function retryingPool(
  databaseUrl: string,
  { log, stopping, max }: { log: Logger; stopping: AbortSignal; max: number },
) {
  const pool = openPool({ connectionString: databaseUrl, max, ...limits });
  const running = new Set<Promise<QueryResult>>();

  async function untilItSucceeds(statement: QueryConfig): Promise<QueryResult> {
    for (let failures = 0; ; failures++) {
      try {
        return await pool.query(statement);
      } catch (error) {
        log[failures === 0 ? 'warn' : 'debug']({ err: error }, 'a statement of the job runner failed');
      }
      await delay(Math.min(50 * 2 ** failures, LONGEST_PAUSE_MS), undefined, { signal: stopping }).catch(() => {});
      if (stopping.aborted) return nothing;
    }
  }

  function query(statement: QueryConfig): Promise<QueryResult> {
    const result = untilItSucceeds(statement);
    running.add(result);
    return result.finally(() => running.delete(result));
  }

  // The library runs single statements on a promised client. Its listener connects by callback and reconnects itself.
  const client = { query, release() {} } as unknown as PoolClient;
  const connect = (callback?: Parameters<Pool['connect']>[0]) => {
    if (!callback) return Promise.resolve(client);
    pool.connect((error, listener, release) => callback(error, listener, release && once(release)));
  };

  return {
    // The library calls nothing else of a pool.
    pool: { connect } as unknown as Pool,
    /** Waits for the statements that are still running, then closes the connections. */
    async close() {
      await Promise.all(running);
      await pool.end();
    },
  };
}

/** A listener that loses its connection while stopping releases its client twice; the second time the pool throws. */
function once(release: (error?: unknown) => void): (error?: unknown) => void {
  let released = false;
  return (error) => {
    if (!released) release(error);
    released = true;
  };
}
