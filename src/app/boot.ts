import { mkdirSync } from 'node:fs';
import { findBatchKey } from '#features/batches/secrets/find-batch-key.ts';
import type { Ctx } from '#features/ctx.ts';
import { findTotpKey } from '#features/factors/totp/find-totp-key.ts';
import { listenForMaintenance } from '#features/operations/maintenance/listen-for-maintenance.ts';
import { ensurePushKey } from '#features/push/ensure-push-key.ts';
import { listenForSessions } from '#features/sessions/session-cache.ts';
import { openChains } from '#platform/chain/open-chain.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { createDatabaseHealth } from '#platform/db/database-health.ts';
import { openPools } from '#platform/db/open-pools.ts';
import { isForbidden } from '#platform/db/pg-errors.ts';
import { type DatabaseUrls, startEmbedded } from '#platform/embedded/embedded.ts';
import type { Logger } from '#platform/log.ts';
import { openVault } from '#platform/vault/open-vault.ts';
import { migrateDatabase } from './migrate-database.ts';
import { refuseUnpatched } from './refuse-unpatched.ts';
import { sealOldRows } from './seal-old-rows.ts';

export interface Shop {
  /** For requests, whose callers wait for seconds only. */
  ctx: Ctx;
  /** For jobs, commands and the start: more patience, on connections of their own. */
  background: Ctx & { sql: Sql };
  databaseUrl: string;
  /** Does work as the owner of the tables, with rights that the shop doesn't serve with. */
  asOwner<T>(work: (owner: Ctx & { sql: Sql }) => Promise<T>): Promise<T>;
  /** If the database doesn't answer, fails whatever waits for it: nothing may delay the end of the process. */
  giveUpDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** Starts what every process needs: the migrated database and the vault. */
export async function boot(config: Config, log: Logger): Promise<Shop> {
  refuseUnpatched();
  mkdirSync(config.data_dir, { recursive: true });
  if (config.database_url) {
    const database = { url: config.database_url, owner_url: config.database_owner_url };
    return openShop({ config, log, database });
  }
  const embedded = await startEmbedded({ dir: config.data_dir, log: (line) => log.info(line) });
  try {
    const shop = await openShop({ config, log, database: embedded });
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
  database: DatabaseUrls;
  clock?: Clock;
}

/** Opens the shop on a running database. */
export async function openShop({ config, log, database, clock = systemClock }: Parts): Promise<Shop> {
  await migrateDatabase(database, { demo: config.demo, log });
  const { url: databaseUrl } = database;
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
      maintenance: await listenForMaintenance(background, { config, clock, log }),
      chains: openChains(config.coins),
    };
    const own = { ...ctx, sql: background, reads: background };
    await ensurePushKey(own);
    const asOwner = ownerOf(own, database.owner_url ?? databaseUrl);
    const unsealed = await background`
      (select from sealings where sealed_at is null limit 1) union all (select from rows_to_seal limit 1)`;
    if (unsealed.length > 0) await asOwner(sealOldRows);
    return {
      ctx,
      background: own,
      databaseUrl,
      asOwner,
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

const ownerOf =
  (ctx: Ctx, url: string): Shop['asOwner'] =>
  async (work) => {
    const sql = connect(url, { max: 1, statement_timeout_ms: 0, answer_timeout_ms: 0 });
    try {
      return await work({ ...ctx, sql, reads: sql });
    } catch (error) {
      throw isForbidden(error) ? new Error(OWNER_NEEDED, { cause: error }) : error;
    } finally {
      await sql.end({ timeout: 1 });
    }
  };

const OWNER_NEEDED =
  "Only the owner of the tables may do this, and DATABASE_URL's role isn't it. Set DATABASE_OWNER_URL for this command; after an upgrade, start the process that has it first.";
