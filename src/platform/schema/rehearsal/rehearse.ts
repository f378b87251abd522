import type { Sql, Tx } from '#platform/db/client.ts';
import type { Migration } from '../migrations/read-migrations.ts';
import { runInSteps } from '../migrations/run-in-steps.ts';
import { splitStatements } from '../migrations/split-statements.ts';

/** What one statement of a migration does to tables that were there before it, by their names. */
export interface Rehearsed {
  /** Its first line. */
  statement: string;
  /** The strongest lock that it took on each, as PostgreSQL calls it, such as AccessExclusiveLock. */
  locks: { table: string; mode: string }[];
  /** Written anew as a whole. */
  rewrites: string[];
  /** Read as a whole. */
  reads: string[];
  /** Gained an index. */
  indexes: string[];
  /** Rows of them are changed, and stay locked as long as the lock. */
  changes: string[];
}

export interface RehearsedMigration {
  name: string;
  in_steps: boolean;
  statements: Rehearsed[];
}

interface Table {
  name: string;
  file: number | null;
  scans: number;
  indexes: number;
  modes: string[];
}

/** From the weakest; each blocks at least what the one before it does. */
const STRENGTH = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
];
const FIRST_THAT_COUNTS = STRENGTH.indexOf('ShareUpdateExclusiveLock');
const LONGEST_LINE = 100;

/**
 * Makes the tables that a database has in an empty one, runs what it lacks there, and says of each statement what PostgreSQL itself says:
 * its locks, the files that it wrote anew, and the tables that it read.
 */
export async function rehearse(
  scratch: Sql,
  { applied, missing }: { applied: readonly Migration[]; missing: readonly Migration[] },
): Promise<RehearsedMigration[]> {
  for (const each of applied) {
    if (each.in_steps) await runInSteps(scratch, each.text);
    else await scratch.unsafe(each.text);
  }
  const rehearsed: RehearsedMigration[] = [];
  for (const migration of missing) {
    const { name, in_steps, text } = migration;
    const statements = splitStatements(text).map((each) => each.text);
    rehearsed.push({ name, in_steps, statements: await (in_steps ? inSteps : inOne)(scratch, statements) });
  }
  return rehearsed;
}

async function inOne(scratch: Sql, statements: readonly string[]): Promise<Rehearsed[]> {
  const { result } = await scratch.begin(async (tx) => {
    const before = await readTables(tx as never);
    const done: Rehearsed[] = [];
    for (const statement of statements) done.push(await observe(tx as never, statement, before));
    return { result: done };
  });
  return result;
}

async function inSteps(scratch: Sql, statements: readonly string[]): Promise<Rehearsed[]> {
  const done: Rehearsed[] = [];
  for (const statement of statements) done.push(...(await inOne(scratch, [withoutConcurrently(statement)])));
  return done.map((step, place) => (isConcurrent(statements[place]!) ? weakened(step) : step));
}

/** Only outside a transaction, where nobody sees its locks, does a statement run concurrently: its work is the same. */
const withoutConcurrently = (statement: string) => statement.replace(/\bconcurrently\b/i, '');
const isConcurrent = (statement: string) => /\bconcurrently\b/i.test(statement);
const weakened = (step: Rehearsed): Rehearsed => ({
  ...step,
  locks: step.locks.map(({ table }) => ({ table, mode: 'ShareUpdateExclusiveLock' })),
});

async function observe(tx: Tx, statement: string, known: ReadonlyMap<number, Table>): Promise<Rehearsed> {
  const before = await readTables(tx);
  await tx.unsafe(statement);
  const after = await readTables(tx);
  const pairs = [...known.keys()].flatMap((oid) => {
    const [was, is] = [before.get(oid), after.get(oid)];
    return was && is ? [{ was, is, name: known.get(oid)!.name }] : [];
  });
  const namesWhere = (test: (pair: { was: Table; is: Table }) => boolean) => pairs.filter(test).map(({ name }) => name);
  const isChange = /^(with|update|delete|merge)\b/i.test(statement);
  return {
    statement: statement.split('\n')[0]!.slice(0, LONGEST_LINE),
    locks: pairs.flatMap(({ was, is, name }) => newLock(was, is).map((mode) => ({ table: name, mode }))),
    rewrites: namesWhere(({ was, is }) => was.file !== is.file),
    reads: namesWhere(({ was, is }) => is.scans > was.scans),
    indexes: namesWhere(({ was, is }) => is.indexes > was.indexes),
    changes: namesWhere(({ is }) => isChange && is.modes.includes('RowExclusiveLock')),
  };
}

function newLock(was: Table, is: Table): string[] {
  const gained = is.modes.filter((mode) => !was.modes.includes(mode)).map((mode) => STRENGTH.indexOf(mode));
  const strongest = Math.max(...gained);
  return strongest >= FIRST_THAT_COUNTS ? [STRENGTH[strongest]!] : [];
}

/** By their numbers, which stay where a name changes. */
async function readTables(tx: Tx): Promise<Map<number, Table>> {
  const rows = await tx<(Table & { oid: number })[]>`
    select c.oid::int, relname as name, pg_relation_filenode(c.oid)::int as file,
      coalesce(pg_stat_get_xact_numscans(c.oid), 0) as scans,
      (select count(*) from pg_index where indrelid = c.oid) as indexes,
      array(select mode from pg_locks
        where pid = pg_backend_pid() and locktype = 'relation' and relation = c.oid and granted) as modes
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm') order by relname`;
  return new Map(rows.map(({ oid, ...table }) => [oid, table]));
}
