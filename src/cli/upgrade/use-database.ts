import { databaseOf } from '#app/boot.ts';
import type { Config } from '#platform/config.ts';
import { type DatabaseUrls, DirectoryInUseError, runningEmbedded, startEmbedded } from '#platform/embedded/embedded.ts';
import { refuseMoved } from '#platform/embedded/moved-mark.ts';
import type { Logger } from '#platform/log.ts';

/** Works on the shop's database as it is, without migrating it: on a running one, or on the embedded one, started for the work. */
export async function useDatabase<T>(
  config: Config,
  log: Logger,
  work: (database: DatabaseUrls) => Promise<T>,
): Promise<T> {
  if (config.database_url) return work(databaseOf(config, config.database_url));
  await refuseMoved(config.data_dir);
  const embedded = await startEmbedded({ dir: config.data_dir, log: (line) => log.info(line) }).catch((error) => {
    if (error instanceof DirectoryInUseError) return null;
    throw error;
  });
  if (!embedded) return work(await runningEmbedded(config.data_dir));
  try {
    return await work(embedded);
  } finally {
    await embedded.stop();
  }
}
