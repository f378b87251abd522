import { fileURLToPath } from 'node:url';
import { connect, type Sql } from '#platform/db/client.ts';
import { isForbidden } from '#platform/db/pg-errors.ts';
import { takeTurn } from '#platform/db/take-turn.ts';
import type { DatabaseUrls } from '#platform/embedded/embedded.ts';
import { indexJobs } from '#platform/jobs/index-jobs.ts';
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts';
import type { Logger } from '#platform/log.ts';
import { refuseUnfinishedMove } from '#platform/move/unfinished-move.ts';
import { applyRules } from '#platform/schema/apply-rules.ts';
import { grantRights, grantWebRights } from '#platform/schema/grant-rights.ts';
import { mayChangeAudit } from '#platform/schema/may-change-audit.ts';
import { migrate, readFound } from '#platform/schema/migrate.ts';
import { refuseOldServer } from '#platform/schema/refuse-old-server.ts';
import { refusePowerfulRole } from '#platform/schema/refuse-powerful-role.ts';
import { version } from '#platform/version.ts';
import { ruleFilesOf } from './rule-files.ts';

export const migrationsDir = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** What a migration of a shop that has sold is preceded by; its failure leaves the database as it was. */
export type BeforeMigrating = (sql: Sql) => Promise<void>;

interface Migrating {
  demo: boolean;
  log: Logger;
  before?: BeforeMigrating;
  /** The id of the move that opens the database. */
  moving?: string;
}

/**
 * Migrates as the owner, if there is one. Refuses a server that is too old, a database into which a shop is being moved, and
 * outside demo mode to serve as a role with too many rights.
 */
export async function migrateDatabase(
  { url, owner_url, web_role }: DatabaseUrls,
  { demo, log, before, moving }: Migrating,
): Promise<void> {
  const app = connectPatiently(url);
  try {
    await refuseOldServer(app);
    await refuseUnfinishedMove(app, moving);
    if (!demo) await refusePowerfulRole(app);
    if (owner_url === null) await migrateAlone(app, url, { demo, before });
    else await migrateAsOwner(owner_url, await roleOf(app), { demo, web: web_role, before });
    if (!(await isMigrated(app))) throw new Error(TWO_DATABASES);
    if (!(await mayChangeAudit(app))) return;
    if (owner_url === null) log.warn(ONE_ROLE);
    else if (!demo) throw new Error(TOO_MANY_RIGHTS);
  } finally {
    await app.end({ timeout: 1 });
  }
}

/** Migrates a database and gives the role `app` its rights, and `web` those of the processes without the master key. */
export async function migrateAsOwner(
  owner_url: string,
  app: string,
  { demo, web = null, before }: { demo: boolean; web?: string | null; before?: BeforeMigrating | undefined },
): Promise<void> {
  const owner = connectPatiently(owner_url);
  try {
    await migrateSchema(owner, demo, before);
    await migrateJobs(owner_url);
    await indexJobs(owner);
    if ((await roleOf(owner)) !== app) await grantRights(owner, migrationsDir, app);
    if (web !== null) await grantWebRights(owner, migrationsDir, web);
  } finally {
    await owner.end({ timeout: 1 });
  }
}

/**
 * Applies what the database lacks of the migrations, and then the rules, with those of the demo alone where it is one; returns the names
 * of the migrations. Where there is something to change in a shop, `before` comes first, in one process alone.
 */
export async function migrateSchema(sql: Sql, demo: boolean, before?: BeforeMigrating): Promise<string[]> {
  const upgrade = before !== undefined && (await mayMigrate(sql)) && (await isUpgrade(sql));
  return upgrade ? upgradeAlone(sql, demo, before) : applyAll(sql, demo);
}

async function applyAll(sql: Sql, demo: boolean): Promise<string[]> {
  const applied = await migrate(sql, migrationsDir, version);
  await applyRules(sql, ruleFilesOf(demo), version);
  return applied;
}

/** Others that start wait here, and find it done. The lock is the session's: the connection is the only one of its pool. */
async function upgradeAlone(sql: Sql, demo: boolean, before: BeforeMigrating): Promise<string[]> {
  await takeTurn(sql, UPGRADE_LOCK);
  try {
    if (await isUpgrade(sql)) await before(sql);
    return await applyAll(sql, demo);
  } finally {
    await sql`select pg_advisory_unlock(${UPGRADE_LOCK})`;
  }
}

/** A role that only serves gets to know below what it lacks: nothing has to come before that. */
async function mayMigrate(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ may: boolean }[]>`select has_schema_privilege('public', 'create') as may`;
  return found!.may;
}

/** Whether a database that has been migrated before lacks something. */
async function isUpgrade(sql: Sql): Promise<boolean> {
  const { applied, history, missing } = await readFound(sql, migrationsDir);
  return applied.length > 0 && history.length + missing.length > 0;
}

async function migrateAlone(
  sql: Sql,
  url: string,
  { demo, before }: { demo: boolean; before?: BeforeMigrating | undefined },
): Promise<void> {
  try {
    await migrateSchema(sql, demo, before);
    await migrateJobs(url);
    await indexJobs(sql);
  } catch (error) {
    if (isForbidden(error)) throw new Error(CANT_MIGRATE, { cause: error });
    throw error;
  }
}

/** Any constant, as long as every process uses the same one. */
const UPGRADE_LOCK = 4_203_710_006;

/** Waits as long as it takes: for another process's migration, and for the statements of its own. */
export const connectPatiently = (url: string): Sql =>
  connect(url, { max: 1, statement_timeout_ms: 0, answer_timeout_ms: 0, max_lifetime_seconds: null });

async function roleOf(sql: Sql): Promise<string> {
  const [row] = await sql<{ role: string }[]>`select current_user as role`;
  return row!.role;
}

const isMigrated = async (app: Sql) => (await app`select from pg_tables where tablename = 'audit_entries'`).length > 0;

const ONE_ROLE =
  "DATABASE_URL's role owns the tables and could rewrite the audit log. Set DATABASE_OWNER_URL for the owner, and give DATABASE_URL a role of its own: see docs/operate.md.";
const TOO_MANY_RIGHTS =
  "DATABASE_URL's role may create tables or change the audit log, beside what the owner of DATABASE_OWNER_URL grants. Use another role that owns nothing: see docs/operate.md.";
const TWO_DATABASES = 'DATABASE_URL and DATABASE_OWNER_URL name different databases: set them to the same one.';
const CANT_MIGRATE =
  "The database must be migrated, and DATABASE_URL's role may not do that. Set DATABASE_OWNER_URL to the role that owns the tables.";
