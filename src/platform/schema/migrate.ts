import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql, Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';

type Migration = { version: number; name: string; text: string; checksum: string };
type Applied = Omit<Migration, 'text'>;

/** Any constant, as long as every process uses the same one. */
export const MIGRATION_LOCK = 4_203_710_001;
const NOT_MIGRATIONS = ['schema.sql', 'grants.sql', 'grants-web.sql'];
/** What older servers lack. */
const olderServers = new URL('rules.sql', import.meta.url);
/** What the files of `history` made is what these files make: a database has the one or the other behind it. */
const FIRST_SCHEMAS = 11;

/**
 * Applies the numbered files of `dir` that the database hasn't seen, each in its own transaction, and returns
 * their names. A database that began with the files of `dir`/history first gets what it lacks of those. Two processes
 * may start at once: one applies a file, the other waits and finds it done.
 */
export async function migrate(sql: Sql, dir: string): Promise<string[]> {
  const migrations = await readMigrations(await readdir(dir), dir);
  await transaction(sql, createMigrationsTable);
  const applied = await finishHistory(sql, dir, migrations.slice(0, FIRST_SCHEMAS));
  return [...applied, ...(await applyMissing(sql, migrations))];
}

/** In one transaction: another process finds the database as it was, or brought over. */
async function finishHistory(sql: Sql, dir: string, first: Migration[]): Promise<string[]> {
  return transaction(sql, async (tx) => {
    const applied = await lockApplied(tx);
    if (applied.length === 0 || applied[0]?.name === first[0]?.name) return [];
    const folder = join(dir, 'history');
    const history = await readMigrations(await readdir(folder).catch(() => []), folder);
    if (applied[0]?.name !== history[0]?.name) return [];
    refuseForeign(applied, history);
    const missing = history.filter(({ version }) => !applied.some((row) => row.version === version));
    for (const migration of missing) await run(tx, migration);
    await tx`delete from schema_migrations`;
    for (const migration of first) await record(tx, migration);
    return missing.map(({ name }) => name);
  });
}

async function applyMissing(sql: Sql, migrations: Migration[]): Promise<string[]> {
  refuseForeign(await transaction(sql, lockApplied), migrations);
  const names: string[] = [];
  for (const migration of migrations) if (await apply(sql, migration)) names.push(migration.name);
  return names;
}

// Even `if not exists` needs the right to create, which a role that only serves doesn't have.
async function createMigrationsTable(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
  const [found] = await tx`select from pg_tables where schemaname = 'public' and tablename = 'schema_migrations'`;
  if (found) return;
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

async function lockApplied(tx: Tx): Promise<Applied[]> {
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
  return tx<Applied[]>`select version, name, checksum from schema_migrations order by version`;
}

function refuseForeign(applied: Applied[], migrations: Migration[]): void {
  for (const row of applied) {
    const migration = migrations.find(({ version }) => version === row.version);
    if (!migration)
      throw new Error(`The database is newer than this Facevalue: it has ${row.name}, which is unknown here.`);
    if (migration.name !== row.name || migration.checksum !== row.checksum)
      throw new Error(`${migration.name} was changed after it had been applied; add a new migration instead.`);
  }
}

function apply(sql: Sql, migration: Migration): Promise<boolean> {
  return transaction(sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    const [done] = await tx`select from schema_migrations where version = ${migration.version}`;
    if (done) return false;
    await run(tx, migration);
    await record(tx, migration);
    return true;
  });
}

async function run(tx: Tx, { name, text }: Migration): Promise<void> {
  await tx`set local statement_timeout = 0`;
  try {
    await tx.unsafe(text);
  } catch (error) {
    throw new Error(`${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

const record = (tx: Tx, { version, name, checksum }: Migration) =>
  tx`insert into schema_migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`;

/** Numbers may have gaps, for changes developed in parallel; no two files may share one. */
async function readMigrations(files: string[], dir: string): Promise<Migration[]> {
  const names = files.filter((name) => name.endsWith('.sql') && !NOT_MIGRATIONS.includes(name)).sort();
  const migrations: Migration[] = [];
  for (const name of names) {
    const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
    if (!(version > (migrations.at(-1)?.version ?? 0)))
      throw new Error(`${name} must be called NNNN_<words>.sql, with a number that no other file has.`);
    const text = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n');
    migrations.push({ version, name, text, checksum: createHash('sha256').update(text).digest('hex') });
  }
  return migrations;
}
