import { mkdirSync } from 'node:fs';
import type { Ctx } from '#features/ctx.ts';
import { findTotpKey } from '#features/identity/factors/totp/find-totp-key.ts';
import { ensurePushKey } from '#features/identity/push/keys/ensure-push-key.ts';
import { listenForSessions } from '#features/identity/sessions/session-cache.ts';
import { backUpBeforeUpgrade, type RecordLater } from '#features/office/backups/taking/before-upgrade.ts';
import { listenForMaintenance } from '#features/office/operations/maintenance/listen-for-maintenance.ts';
import { stagingOf } from '#features/office/staging/staging-of.ts';
import { findBatchKey } from '#features/supply/batches/secrets/find-batch-key.ts';
import { openChains } from '#platform/chain/open-chain.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { createDatabaseHealth } from '#platform/db/database-health.ts';
import { openPools } from '#platform/db/open-pools.ts';
import { isForbidden } from '#platform/db/pg-errors.ts';
import { type DatabaseUrls, startEmbedded } from '#platform/embedded/embedded.ts';
import { refuseMoved } from '#platform/embedded/moved-mark.ts';
import { createLoops } from '#platform/jobs/create-loops.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import { followRing } from '#platform/keyring/follow-ring.ts';
import { openVault } from '#platform/keyring/open-vault.ts';
import type { Logger } from '#platform/log.ts';
import { type Macs, type Vault, vaultOf } from '#platform/vault/create-vault.ts';
import { hasMasterKey, loadMasterKey, nameOf } from '#platform/vault/master-key.ts';
import { sharedMacsOf } from '#platform/vault/roots/shared-macs.ts';
import { askForKey, askOnce } from '#platform/vault-socket/ask-for-key.ts';
import { createCaches } from './create-caches.ts';
import { type BeforeMigrating, migrateDatabase } from './database/migrate-database.ts';
import { sealOldRows } from './database/seal-old-rows.ts';

export interface Shop<V extends Macs = Vault> {
  /** For requests, whose callers wait for seconds only. */
  ctx: Keyed<V>;
  /** For jobs, commands and the start: more patience, on connections of their own. */
  background: Keyed<V> & { sql: Sql };
  databaseUrl: string;
  /** Does work as the owner of the tables, with rights that the shop doesn't serve with. */
  asOwner: AsOwner<V>;
  /** If the database doesn't answer, fails whatever waits for it: nothing may delay the end of the process. */
  giveUpDatabase(): Promise<void>;
  close(): Promise<void>;
}

type Keyed<V extends Macs> = Ctx & { vault: V };
type AsOwner<V extends Macs> = <T>(work: (owner: Keyed<V> & { sql: Sql }) => Promise<T>) => Promise<T>;

/** Starts what a process with the master key needs: the migrated database and the vault. */
export async function boot(config: Config, log: Logger): Promise<Shop> {
  mkdirSync(config.data_dir, { recursive: true });
  if (config.database_url) return openShop({ config, log, database: databaseOf(config, config.database_url) });
  await refuseMoved(config.data_dir);
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

/** The same for a process without the master key, once the one that has it has started. */
export async function bootKeyless(config: Config, log: Logger): Promise<Shop<Macs>> {
  mkdirSync(config.data_dir, { recursive: true });
  if (config.database_owner_url) throw new Error(OWNER_UNWANTED);
  const { vault_socket, database_url } = config;
  if (vault_socket === null || database_url === null) throw new Error('VAULT_SOCKET and DATABASE_URL are needed here.');
  if (hasMasterKey(config.master_key)) log.warn({ file: nameOf(config.master_key) }, KEY_WITHIN_REACH);
  const macs = sharedMacsOf(await askForKey(vault_socket, log), systemClock);
  const shop = await open({ config, log, database: databaseOf(config, database_url) }, async () => macs);
  if (!(await hasUnsealed(shop.background.sql))) {
    // While the vault process is away, nobody changes to other keys.
    const noKeys = (error: unknown) => log.debug({ err: error }, 'the vault process gave no keys');
    const ask = () => askOnce(vault_socket).then(macs.adopt, noKeys);
    return following(shop, repeat(shop.background, 'follow-keys', FOLLOW_MS, ask));
  }
  await shop.close();
  throw new Error('Rows of an earlier release are not sealed yet: start the vault process of this release first.');
}

/** The external database that settings name, for its roles. */
export const databaseOf = ({ database_owner_url, database_web_role }: Config, url: string): DatabaseUrls => ({
  url,
  owner_url: database_owner_url,
  web_role: database_web_role,
});

interface Parts {
  config: Config;
  log: Logger;
  database: DatabaseUrls;
  clock?: Clock;
  /** The id of the move that opens the database, which no shop may start from yet. */
  moving?: string;
}

/** Opens the shop on a running database. */
export async function openShop(parts: Parts): Promise<Shop> {
  const { config, log, clock = systemClock } = parts;
  const finders = [findBatchKey, findTotpKey];
  let recordBackup: RecordLater | null = null;
  const before: BeforeMigrating = async (sql) => {
    if (!hasMasterKey(config.master_key)) {
      // A first start that was cut off, or is under way beside this one, has no users either.
      if (!(await hasUsers(sql))) return;
      // Opening the vault would refuse it only once all is migrated, without a backup.
      throw new Error(`Nothing was migrated, because the master key is missing: ${nameOf(config.master_key)}.`);
    }
    const { backups: macs } = vaultOf(loadMasterKey(config.master_key));
    recordBackup = await backUpBeforeUpgrade({ config, clock, macs }, log);
  };
  const shop = await open(parts, (sql) => openVault(sql, { place: config.master_key, finders, clock }), before);
  try {
    await (recordBackup as RecordLater | null)?.(shop.background.sql);
    await ensurePushKey(shop.background);
    if (await hasUnsealed(shop.background.sql)) await shop.asOwner(sealOldRows);
    const { sql, vault } = shop.background;
    const follow = () => followRing(sql, vault, config.master_key);
    return following(shop, repeat(shop.background, 'follow-keyring', FOLLOW_MS, follow));
  } catch (error) {
    await shop.close();
    throw error;
  }
}

/** A shop that no longer follows its keys once it closes. */
const following = <V extends Macs>(shop: Shop<V>, loop: { stop(): Promise<void> }): Shop<V> => ({
  ...shop,
  async close() {
    await loop.stop();
    await shop.close();
  },
});

/** In a database that may be of any release. */
const hasUsers = async (sql: Sql): Promise<boolean> => {
  const [found] = await sql<{ users: string | null }[]>`select to_regclass('public.users')::text as users`;
  return found!.users !== null && (await sql`select from users limit 1`).length > 0;
};

const hasUnsealed = async (sql: Sql): Promise<boolean> => {
  const found = await sql`
    (select from sealings where sealed_at is null limit 1) union all (select from rows_to_seal limit 1)`;
  return found.length > 0;
};

async function open<V extends Macs>(
  { config, log, database, clock = systemClock, moving }: Parts,
  openKeys: (sql: Sql) => Promise<V>,
  before?: BeforeMigrating,
): Promise<Shop<V>> {
  await migrateDatabase(database, { demo: config.demo, log, before, moving });
  const { url: databaseUrl } = database;
  const { writes, reads, background, health, end } = openPools(databaseUrl);
  try {
    const ctx: Keyed<V> = {
      sql: writes,
      reads,
      health: createDatabaseHealth(health),
      config,
      clock,
      log,
      vault: await openKeys(background),
      sessions: await listenForSessions(background, clock),
      maintenance: await listenForMaintenance(background, { config, clock, log }),
      ...(await stagingOf(background)),
      chains: openChains(config.coins),
      loops: createLoops(clock),
      ...createCaches({ reads, clock, config }),
    };
    const own = { ...ctx, sql: background, reads: background };
    return {
      ctx,
      background: own,
      databaseUrl,
      asOwner: ownerOf<V>(own, database.owner_url ?? databaseUrl),
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
  <V extends Macs>(ctx: Keyed<V>, url: string): AsOwner<V> =>
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

/** A key that is made is used a minute later: processes have learned of it by then. */
const FOLLOW_MS = 5_000;

const OWNER_NEEDED =
  "Only the owner of the tables may do this, and DATABASE_URL's role isn't it. Set DATABASE_OWNER_URL for this command; after an upgrade, start the process that has it first.";
const KEY_WITHIN_REACH =
  'The master key is within reach of this process, which does without it: give the vault process a user and a folder of its own.';
const OWNER_UNWANTED =
  'A process with VAULT_SOCKET does without the owner of the tables: leave DATABASE_OWNER_URL to the one with --role=vault.';
