import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectPatiently, migrationsDir } from '#app/database/migrate-database.ts';
import { ruleFilesOf } from '#app/database/rule-files.ts';
import type { Config } from '#platform/config.ts';
import type { Sql } from '#platform/db/client.ts';
import { type DatabaseUrls, startEmbedded } from '#platform/embedded/embedded.ts';
import { applyRules, readAppliedRules, readRules } from '#platform/schema/apply-rules.ts';
import { readFound } from '#platform/schema/migrate.ts';
import type { Migration } from '#platform/schema/migrations/read-migrations.ts';
import { takesAway } from '#platform/schema/migrations/takes-away.ts';
import { type Estimated, estimate, maySell } from '#platform/schema/rehearsal/estimate.ts';
import { readSizes } from '#platform/schema/rehearsal/read-sizes.ts';
import { rehearse } from '#platform/schema/rehearsal/rehearse.ts';
import { version } from '#platform/version.ts';

export interface PlannedMigration extends Estimated {
  /** What it takes from the release before, as the beginnings of statements: with none, one step back is possible. */
  takes_away: string[];
}

export interface UpgradeCheck {
  release: string;
  /** Which made the rules that the database has; null: it is empty, or from before rules. */
  database_release: string | null;
  migrations: PlannedMigration[];
  /** How long functions, triggers and views take to be renewed; null: they are as they should be. */
  rules_seconds: number | null;
  /** Who backs the database up before. */
  backup: 'shop' | 'pgbackrest' | 'nobody';
  /** Whether buyers notice nothing while all that is done. */
  may_sell: boolean;
}

/** What this release would change in a database, which it only reads: it is tried on an empty one. */
export async function checkUpgrade(config: Config, { url, owner_url }: DatabaseUrls): Promise<UpgradeCheck> {
  const sql = connectPatiently(owner_url ?? url);
  try {
    const { applied, history, missing } = await readFound(sql, migrationsDir);
    const rules = await readAppliedRules(sql);
    const files = ruleFilesOf(config.demo);
    const plan = { applied, missing: [...history, ...missing] };
    const isDue = rules?.checksum !== (await readRules(files)).checksum;
    const isNew = applied.length === 0;
    const tried = plan.missing.length > 0 || isDue ? await tryOut(plan, files) : { rehearsed: [], rules_seconds: 0 };
    const estimated = isNew ? [] : estimate(tried.rehearsed, await readSizes(sql));
    return {
      release: version,
      database_release: rules?.release ?? null,
      migrations: estimated.map((each) => ({ ...each, takes_away: takenBy(plan.missing, each.name) })),
      rules_seconds: isDue && !isNew ? tried.rules_seconds : null,
      backup: backupOf(config),
      may_sell: maySell(estimated),
    };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const takenBy = (migrations: readonly Migration[], name: string): string[] =>
  takesAway(migrations.find((each) => each.name === name)!.text);

function backupOf({ backup, pgbackrest }: Config): UpgradeCheck['backup'] {
  if (backup) return 'shop';
  return pgbackrest ? 'pgbackrest' : 'nobody';
}

/** On a server of its own, which is thrown away. */
async function tryOut(plan: { applied: Migration[]; missing: Migration[] }, files: readonly string[]) {
  const dir = await mkdtemp(join(tmpdir(), 'facevalue-rehearsal-'));
  await chmod(dir, 0o711);
  const server = await startEmbedded({ dir, settings: { fsync: 'off' } });
  try {
    return await withScratch(server.owner_url, async (scratch) => {
      const rehearsed = await rehearse(scratch, plan);
      const began = performance.now();
      await applyRules(scratch, files, version);
      return { rehearsed, rules_seconds: (performance.now() - began) / 1_000 };
    });
  } finally {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

async function withScratch<T>(url: string, work: (scratch: Sql) => Promise<T>): Promise<T> {
  const scratch = connectPatiently(url);
  try {
    return await work(scratch);
  } finally {
    await scratch.end({ timeout: 1 });
  }
}
