import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBatchKey } from '#features/batches/secrets/find-batch-key.ts';
import type { Ctx } from '#features/ctx.ts';
import { findTotpKey } from '#features/factors/totp/find-totp-key.ts';
import { listenForSessions } from '#features/sessions/session-cache.ts';
import { openChains } from '#platform/chain/open-chain.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { createDatabaseHealth } from '#platform/db/database-health.ts';
import { startEmbedded } from '#platform/db/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openPools } from '#platform/db/open-pools.ts';
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts';
import type { Logger } from '#platform/log.ts';
import { openVault } from '#platform/vault/open-vault.ts';
import { refuseUnpatched } from './refuse-unpatched.ts';

export const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));

export interface Shop {
  /** For requests, whose callers wait for seconds only. */
  ctx: Ctx;
  /** For jobs, commands and the start: more patience, on connections of their own. */
  background: Ctx & { sql: Sql };
  databaseUrl: string;
  /** If the database doesn't answer, fails whatever waits for it: nothing may delay the end of the process. */
  giveUpDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** Starts what every process needs: the migrated database and the vault. */
export async function boot(config: Config, log: Logger): Promise<Shop> {
  refuseUnpatched();
  mkdirSync(config.data_dir, { recursive: true });
  if (config.database_url) return openShop({ config, log, databaseUrl: config.database_url });
  const embedded = await startEmbedded({ dir: config.data_dir, log: (line) => log.info(line) });
  try {
    const shop = await openShop({ config, log, databaseUrl: embedded.url });
    return {
      ...shop,
      async close() {
        await shop.close();
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

interface Parts {
  config: Config;
  log: Logger;
  databaseUrl: string;
  clock?: Clock;
}

/** Opens the shop on a running database. */
export async function openShop({ config, log, databaseUrl, clock = systemClock }: Parts): Promise<Shop> {
  await migrateDatabase(databaseUrl);
  const { writes, reads, background, health, end } = openPools(databaseUrl);
  try {
    const ctx: Ctx = {
      sql: writes,
      reads,
      health: createDatabaseHealth(health),
      config,
      clock,
      log,
      vault: await openVault(background, config.master_key_file, [findBatchKey, findTotpKey]),
      sessions: await listenForSessions(background, clock),
      chains: openChains(config.coins),
    };
    return {
      ctx,
      background: { ...ctx, sql: background, reads: background },
      databaseUrl,
      async giveUpDatabase() {
        if ((await ctx.health.check()) === 'no_answer') await end({ timeout: 0 });
      },
      close: () => end({ timeout: 5 }),
    };
  } catch (error) {
    await end({ timeout: 1 });
    throw error;
  }
}

/** On a connection that waits as long as it takes: for another process's migration, and for the statements of its own. */
async function migrateDatabase(databaseUrl: string): Promise<void> {
  const sql = connect(databaseUrl, { max: 1, statement_timeout_ms: 0, answer_timeout_ms: 0 });
  try {
    await migrate(sql, migrationsDir);
    await migrateJobs(databaseUrl);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
