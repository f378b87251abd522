import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from './client.ts';

type Migration = { version: number; name: string; text: string; checksum: string };

// Any constant, as long as every process uses the same one.
const LOCK_KEY = 4_203_710_001;
const NOT_MIGRATIONS = ['schema.sql', 'grants.sql', 'grants-web.sql'];

/**
 * Applies the numbered files of `dir` that the database hasn't seen, each in its own transaction, and returns
 * their names. Two processes may start at once: one applies a file, the other waits and finds it done.
 */
export async function migrate(sql: Sql, dir: string): Promise<string[]> {
  const migrations = await readMigrations(dir);
  await refuseForeignHistory(sql, migrations);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (await apply(sql, migration)) applied.push(migration.name);
  }
  return applied;
}

async function refuseForeignHistory(sql: Sql, migrations: Migration[]): Promise<void> {
  const history = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK_KEY})`;
    // Even `if not exists` needs the right to create, which a role that only serves doesn't have.
    const [found] = await tx`select from pg_tables where schemaname = 'public' and tablename = 'schema_migrations'`;
    if (!found)
      await tx`
      create table schema_migrations (
        version integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`;
    return tx<{ version: number; name: string; checksum: string }[]>`
      select version, name, checksum from schema_migrations order by version`;
  });
  for (const row of history) {
    const migration = migrations.find(({ version }) => version === row.version);
    if (!migration)
      throw new Error(`The database is newer than this Facevalue: it has ${row.name}, which is unknown here.`);
    if (migration.name !== row.name || migration.checksum !== row.checksum)
      throw new Error(`${migration.name} was changed after it had been applied; add a new migration instead.`);
  }
}

async function apply(sql: Sql, migration: Migration): Promise<boolean> {
  try {
    return await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK_KEY})`;
      const [done] = await tx`select from schema_migrations where version = ${migration.version}`;
      if (done) return false;
      await tx`set local statement_timeout = 0`;
      await tx.unsafe(migration.text);
      await tx`
        insert into schema_migrations (version, name, checksum)
        values (${migration.version}, ${migration.name}, ${migration.checksum})`;
      return true;
    });
  } catch (error) {
    throw new Error(`${migration.name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Numbers may have gaps, for changes developed in parallel; no two files may share one. */
async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql') && !NOT_MIGRATIONS.includes(name)).sort();
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
