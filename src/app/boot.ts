import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBatchKey } from '#features/batches/find-batch-key.ts';
import type { Ctx } from '#features/ctx.ts';
import { findTotpKey } from '#features/factors/totp/find-totp-key.ts';
import { listenForSessions } from '#features/sessions/session-cache.ts';
import { openChains } from '#platform/chain/open-chain.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { connect } from '#platform/db/client.ts';
import { startEmbedded } from '#platform/db/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts';
import type { Logger } from '#platform/log.ts';
import { openVault } from '#platform/vault/open-vault.ts';
import { refuseUnpatched } from './refuse-unpatched.ts';

export const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));

export interface Shop {
  ctx: Ctx;
  databaseUrl: string;
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
  // Statements on one connection share system calls: 10 connections instead of 20 cut a card list's work by a quarter.
  const sql = connect(databaseUrl, { max: 10 });
  try {
    await migrate(sql, migrationsDir);
    await migrateJobs(databaseUrl);
    const vault = await openVault(sql, config.master_key_file, [findBatchKey, findTotpKey]);
    const sessions = await listenForSessions(sql, clock);
    return {
      ctx: { sql, config, clock, log, vault, sessions, chains: openChains(config.coins) },
      databaseUrl,
      close: () => sql.end({ timeout: 5 }),
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}
