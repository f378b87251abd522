import { boot, openShop, type Shop } from '#app/boot.ts';
import type { Config } from '#platform/config.ts';
import { DirectoryInUseError, runningEmbeddedUrl } from '#platform/db/embedded.ts';
import type { Logger } from '#platform/log.ts';

/** The shop for one command: beside a running server on its database, else on a database started for it. */
export async function attach(config: Config, log: Logger): Promise<Shop> {
  try {
    return await boot(config, log);
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    return openShop({ config, log, databaseUrl: await runningEmbeddedUrl(config.data_dir) });
  }
}
