import { readFile } from 'node:fs/promises';
import type { Sql, Tx } from '#platform/db/client.ts';
import { limitLocks, untilUnlocked } from '#platform/db/lock-limit.ts';
import { inTurn, takeTurn } from '#platform/db/take-turn.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Applied, type Found, findMissing } from './migrations/find-missing.ts';
import type { Migration } from './migrations/read-migrations.ts';
import { runInSteps } from './migrations/run-in-steps.ts';
import { takesAway } from './migrations/takes-away.ts';

/** Any constant, as long as every process uses the same one. */
export const MIGRATION_LOCK = 4_203_710_001;
/** What older servers lack. */
const olderServers = new URL('rules.sql', import.meta.url);

/**
 * Applies the numbered files of `dir` that the database hasn't seen, each in its own transaction or in steps, and returns
 * their names. A database that began with the files of `dir`/history first gets what it lacks of those. Two processes
 * may start at once: one applies a file, the other waits and finds it done. What finds a table in use for minutes throws.
 * `release` is recorded with each.
 */
export async function migrate(sql: Sql, dir: string, release: string | null = null): Promise<string[]> {
  await inTurn(sql, MIGRATION_LOCK, createMigrationsTable);
  const applied = await finishHistory(sql, dir, release);
  const { missing } = await readFound(sql, dir);
  for (const migration of missing) if (await apply(sql, migration, release)) applied.push(migration.name);
  return applied;
}

/** What a database that may be empty has behind it, and what it lacks. Only reads. */
export async function readFound(sql: Sql, dir: string): Promise<Found> {
  const [table] = await sql<{ has_expands: boolean }[]>`
    select exists (select from pg_attribute where attrelid = c.oid and attname = 'expands') as has_expands
    from pg_class c where oid = to_regclass('public.schema_migrations')`;
  const expands = table?.has_expands ? sql`expands` : sql`false as expands`;
  const rows = table
    ? await sql<Applied[]>`select version, name, checksum, ${expands} from schema_migrations order by version`
    : [];
  return findMissing(rows, dir);
}

/** In one transaction: another process finds the database as it was, or brought over. */
async function finishHistory(sql: Sql, dir: string, release: string | null): Promise<string[]> {
  return inTurn(sql, MIGRATION_LOCK, async (tx) => {
    const rows = await tx<Applied[]>`
      select version, name, checksum, expands from schema_migrations order by version`;
    const { history, first } = await findMissing(rows, dir);
    if (first.length === 0) return [];
    await tx`set local statement_timeout = 0`;
    for (const migration of history) await run(tx, migration);
    await tx`delete from schema_migrations`;
    for (const migration of first) await record(tx, migration, release);
    return history.map(({ name }) => name);
  });
}

// Even `if not exists` needs the right to create, which a role that only serves doesn't have.
async function createMigrationsTable(tx: Tx): Promise<void> {
  const [found] = await tx<{ columns: string[] }[]>`
    select array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0) as columns
    from pg_class c where oid = to_regclass('public.schema_migrations')`;
  if (found?.columns.includes('expands')) return;
  if (!found) {
    // Migrations need it already; later the rules renew it.
    await tx.unsafe(await readFile(olderServers, 'utf8'));
    await tx`
      create table schema_migrations (
        version integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`;
    await tx`comment on table schema_migrations is 'Migrations that were applied, with the hash of their text.'`;
  }
  await tx`
    alter table schema_migrations add column release text, add column expands boolean not null default false`;
  await tx`comment on column schema_migrations.release is 'Which applied it; null: one from before this column.'`;
  await tx`
    comment on column schema_migrations.expands is 'Took nothing away, so that the release before runs after it, too.'`;
}

/** Two processes that find the same file missing: one applies it. */
async function apply(sql: Sql, migration: Migration, release: string | null): Promise<boolean> {
  if (migration.in_steps) return applyInSteps(sql, migration, release);
  return untilUnlocked(() =>
    inTurn(sql, MIGRATION_LOCK, async (tx) => {
      if (await isApplied(tx, migration)) return false;
      await tx`set local statement_timeout = 0`;
      await limitLocks(tx);
      await run(tx, migration);
      await record(tx, migration, release);
      return true;
    }),
  );
}

/** The lock is the session's, since the steps commit: the connection is the only one of its pool. */
async function applyInSteps(sql: Sql, migration: Migration, release: string | null): Promise<boolean> {
  await takeTurn(sql, MIGRATION_LOCK);
  try {
    if (await isApplied(sql, migration)) return false;
    await named(migration, () => runInSteps(sql, migration.text));
    await transaction(sql, (tx) => record(tx, migration, release));
    return true;
  } finally {
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`;
  }
}

const isApplied = async (sql: Sql | Tx, { version }: Migration): Promise<boolean> =>
  (await sql`select from schema_migrations where version = ${version}`).length > 0;

const run = (tx: Tx, migration: Migration) => named(migration, () => tx.unsafe(migration.text));

/** A failure says which file it was. */
async function named(migration: Migration, work: () => PromiseLike<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`${migration.name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

async function record(tx: Tx, { version, name, checksum, text }: Migration, release: string | null) {
  const row = { version, name, checksum, release, expands: takesAway(text).length === 0 };
  await tx`insert into schema_migrations ${tx(row)}`;
}
