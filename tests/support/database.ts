import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, inject } from 'vitest';
import { migrationsDir } from '#app/database/migrate-database.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { APP, OWNER } from '#platform/embedded/postgres-cluster.ts';
import { migrate } from '#platform/schema/migrate.ts';
import { template, WEB, withDatabase, withRole } from './database-server.ts';

/** No test fails because its machine was busy: only what hangs reaches these. */
export const patience = {
  statement_timeout_ms: 120_000,
  idle_in_transaction_timeout_ms: 120_000,
  connect_timeout_seconds: 120,
};

export type TestDatabase = {
  /** For the superuser, as is `sql`. */
  url: string;
  sql: Sql;
  /** For the role that a shop serves as. */
  app_url: string;
  /** For the role of a process without the master key. */
  web_url: string;
};

/** An empty migrated database, dropped after the file: `const { sql } = await createTestDatabase()` at its top. */
export async function createTestDatabase({ max = 10 } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = connect(inject('database_url'), { max: 1, ...patience });
  await admin`create database ${admin(name)} template ${admin(template)} owner ${admin(OWNER)}`;
  // A template's rights on itself are not copied.
  await admin`revoke temporary on database ${admin(name)} from public`;
  const url = withDatabase(inject('database_url'), name);
  const sql = connect(url, { max, ...patience });
  afterAll(async () => {
    await sql.end({ timeout: 1 });
    // The job runner's connections are still closing after its promise; cutting them would be an uncaught exception.
    for (let i = 0; i < 100 && (await isInUse(admin, name)); i++) await setTimeout(20);
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  });
  const web = new URL(url);
  web.username = WEB;
  return { url, sql, app_url: withRole(url, APP), web_url: web.href };
}

async function isInUse(admin: Sql, name: string): Promise<boolean> {
  return (await admin`select from pg_stat_activity where datname = ${name}`).length > 0;
}

/** Empties a database and gives it the schema of an older release: the files of migrations/history below a number, such as '0013'. */
export const migrateHistory = (sql: Sql, below: string): Promise<void> =>
  migrateUpTo(sql, join(migrationsDir, 'history'), below);

/** The same for the files of migrations. */
export const migrateBelow = (sql: Sql, below: string): Promise<void> => migrateUpTo(sql, migrationsDir, below);

async function migrateUpTo(sql: Sql, dir: string, below: string): Promise<void> {
  const older = await mkdtemp(join(tmpdir(), 'facevalue-history-'));
  try {
    for (const name of await readdir(dir)) {
      if (name < below && name.endsWith('.sql')) await copyFile(join(dir, name), join(older, name));
    }
    await sql`drop schema public cascade`;
    await sql`create schema public`;
    await migrate(sql, older);
  } finally {
    await rm(older, { recursive: true });
  }
}
