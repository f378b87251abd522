import { boot, openShop, type Shop } from '#app/boot.ts';
import type { Config } from '#platform/config.ts';
import { DirectoryInUseError, runningEmbedded } from '#platform/embedded/embedded.ts';
import type { Logger } from '#platform/log.ts';

/** Opens the shop for one command: on a running server's database, or on one started for the command. */
export async function attach(config: Config, log: Logger): Promise<Shop> {
  try {
    return await boot(config, log);
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    return openShop({ config, log, database: await runningEmbedded(config.data_dir) });
  }
}
