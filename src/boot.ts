import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listenForSessions } from '#features/auth/session-cache.ts';
import { totpAad } from '#features/auth/totp/verify-totp.ts';
import { dataKeyAad } from '#features/cards/card-secret.ts';
import type { Ctx } from '#features/ctx.ts';
import { openChains } from '#platform/chain/open-chain.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { connect, type Db } from '#platform/db/client.ts';
import { startEmbedded } from '#platform/db/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts';
import type { Logger } from '#platform/log.ts';
import { createVault, type Vault } from '#platform/vault/create-vault.ts';

export const migrationsDir = fileURLToPath(new URL('../migrations', import.meta.url));

export interface Shop {
  ctx: Ctx;
  databaseUrl: string;
  close(): Promise<void>;
}

/** Brings up what every process of the shop needs: the database, migrated, and the vault. */
export async function boot(config: Config, log: Logger): Promise<Shop> {
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

/** The shop on a database that runs already. */
export async function openShop({ config, log, databaseUrl, clock = systemClock }: Parts): Promise<Shop> {
  // Statements that share a connection share its system calls: 10 instead of 20 save a quarter of a card list's work.
  const sql = connect(databaseUrl, { max: 10 });
  try {
    await migrate(sql, migrationsDir);
    await migrateJobs(databaseUrl);
    const vault = await openVault(sql, config.master_key_file);
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

/** The vault of this database's stock. A key is made only while there is none: a new one would open no card that is there. */
async function openVault(sql: Db, file: string): Promise<Vault> {
  const [batch] = await sql<{ id: string; data_key: Uint8Array }[]>`
    select id, data_key from batches order by id desc limit 1`;
  const [factor] = await sql<{ user_id: string; data_key: Uint8Array }[]>`
    select user_id, data_key from totp_secrets order by created_at desc limit 1`;
  if ((batch || factor) && !existsSync(file)) {
    throw new Error(`The master key of this shop's stock is missing: ${file}. Put it back, or set MASTER_KEY_FILE.`);
  }
  const vault = createVault(file);
  try {
    if (batch) vault.unwrap(batch.data_key, dataKeyAad(batch.id));
    if (factor) vault.unwrap(factor.data_key, totpAad(factor.user_id));
  } catch {
    throw new Error(`The stock of this shop was sealed under another master key than ${file}: check MASTER_KEY_FILE.`);
  }
  return vault;
}
