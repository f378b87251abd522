import { boot, type Shop } from '#app/boot.ts';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';

/** A shop that was brought back, in a folder with the files of its database. */
export interface Copy {
  dir: string;
  config: Config;
  log: Logger;
}

/** Does some work with a shop that was brought back, by settings of its own and never on the live database, and stops it again. */
export async function withCopy<T>({ dir, config, log }: Copy, work: (shop: Shop) => Promise<T>): Promise<T> {
  const own = { ...config, data_dir: dir, database_url: null, database_owner_url: null, backup: null };
  const shop = await boot(own, log);
  try {
    return await work(shop);
  } finally {
    await shop.close();
  }
}
