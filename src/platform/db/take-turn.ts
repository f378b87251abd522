import { setTimeout as delay } from 'node:timers/promises';
import type { Sql, Tx } from './client.ts';
import { transaction } from './transaction.ts';

/*
 * Both ask again and again. Whoever waits in a statement, or between two in a transaction, may hold a snapshot that a build of an index
 * (`concurrently`) waits for: the server would end one of the two as a deadlock.
 */
const PAUSE_MS = 50;

/** Takes an advisory lock for the session, however long others have it: the connection is the only one of its pool. */
export async function takeTurn(sql: Sql, lock: number): Promise<void> {
  for (;;) {
    const [turn] = await sql<[{ taken: boolean }]>`select pg_try_advisory_lock(${lock}) as taken`;
    if (turn.taken) return;
    await delay(PAUSE_MS);
  }
}

/** Does work in a transaction that has an advisory lock to its end, however long others have it before. */
export async function inTurn<T>(sql: Sql, lock: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (;;) {
    const done = await transaction(sql, async (tx) => {
      const [turn] = await tx<[{ taken: boolean }]>`select pg_try_advisory_xact_lock(${lock}) as taken`;
      return turn.taken ? { result: await work(tx) } : null;
    });
    if (done) return done.result;
    await delay(PAUSE_MS);
  }
}
