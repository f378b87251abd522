import type { TableSize } from './read-sizes.ts';
import type { Rehearsed, RehearsedMigration } from './rehearse.ts';

export interface EstimatedStatement extends Rehearsed {
  seconds: number;
}

/** For how long a table can't be read, or can't be written. */
export interface Blocked {
  table: string;
  reads_s: number;
  writes_s: number;
}

export interface Estimated {
  name: string;
  in_steps: boolean;
  seconds: number;
  statements: EstimatedStatement[];
  blocked: Blocked[];
}

/** What a small server does in a second; bench/results/upgrade.json compares the estimates with what it took. */
const READ_BYTES = 100e6;
const REWRITTEN_BYTES = 20e6;
const INDEXED_ROWS = 250_000;
const CHANGED_ROWS = 10_000;
/** Of a statement that only changes the catalogue. */
const CATALOGUE_S = 0.01;

/** A read of the shop waits half a second for a lock, and a write two (src/platform/db/open-pools.ts): less than both, with a reserve. */
const READS_MAX_S = 0.4;
const WRITES_MAX_S = 1.5;

const BLOCKS_READS = ['AccessExclusiveLock'];
const BLOCKS_WRITES = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

const NOTHING: TableSize = { rows: 0, bytes: 0, index_bytes: 0 };

/** How long each statement takes with tables of these sizes, and whom it holds up. */
export const estimate = (
  rehearsed: readonly RehearsedMigration[],
  sizes: ReadonlyMap<string, TableSize>,
): Estimated[] =>
  rehearsed.map(({ name, in_steps, statements: done }) => {
    const statements = done.map((each) => ({ ...each, seconds: secondsOf(each, sizes) }));
    const seconds = sum(statements);
    return { name, in_steps, seconds, statements, blocked: blockedBy(statements, in_steps) };
  });

/** Whether buyers notice nothing: no table is locked for longer than the shop waits. */
export const maySell = (estimated: readonly Estimated[]): boolean =>
  estimated.every(({ blocked }) =>
    blocked.every(({ reads_s, writes_s }) => reads_s <= READS_MAX_S && writes_s <= WRITES_MAX_S),
  );

function secondsOf(done: Rehearsed, sizes: ReadonlyMap<string, TableSize>): number {
  const of = (names: readonly string[], cost: (size: TableSize) => number) =>
    names.reduce((total, name) => total + cost(sizes.get(name) ?? NOTHING), 0);
  return (
    CATALOGUE_S +
    of(done.reads, ({ bytes }) => bytes / READ_BYTES) +
    of(done.rewrites, ({ bytes, index_bytes }) => (bytes + index_bytes) / REWRITTEN_BYTES) +
    of(done.indexes, ({ rows }) => rows / INDEXED_ROWS) +
    of(done.changes, ({ rows }) => rows / CHANGED_ROWS)
  );
}

/** A lock stays to the end of its transaction: to the end of the file, or of the step. */
function blockedBy(statements: readonly EstimatedStatement[], in_steps: boolean): Blocked[] {
  const blocked = new Map<string, Blocked>();
  for (const [place, { locks, changes }] of statements.entries()) {
    const seconds = in_steps ? statements[place]!.seconds : sum(statements.slice(place));
    const lengthen = (table: string, reads_s: number, writes_s: number) => {
      const known = blocked.get(table) ?? { table, reads_s: 0, writes_s: 0 };
      blocked.set(table, {
        table,
        reads_s: Math.max(known.reads_s, reads_s),
        writes_s: Math.max(known.writes_s, writes_s),
      });
    };
    for (const { table, mode } of locks)
      lengthen(table, BLOCKS_READS.includes(mode) ? seconds : 0, BLOCKS_WRITES.includes(mode) ? seconds : 0);
    // A step changes as many rows as its author chose, and is repeated.
    if (!in_steps) for (const table of changes) lengthen(table, 0, seconds);
  }
  return [...blocked.values()].filter(({ writes_s }) => writes_s > 0);
}

const sum = (statements: readonly EstimatedStatement[]): number =>
  statements.reduce((total, { seconds }) => total + seconds, 0);
