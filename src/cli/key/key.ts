import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';
import { attach } from '../shop/attach.ts';
import { listExposedCards } from './list-exposed-cards.ts';
import { listKeys } from './list-keys.ts';
import { retire } from './retire.ts';
import { rotate } from './rotate.ts';
import { printShares, restoreFromShares } from './shares.ts';
import { USAGE } from './usage.ts';

const inShop = { list: listKeys, rotate, retire, exposed: listExposedCards };
const alone = { shares: printShares, restore: restoreFromShares };

/** `facevalue key`: shows, replaces and deletes the keys of the shop, and puts the master key on paper and back. */
export async function run(config: Config, log: Logger, [verb = '', ...args]: string[]): Promise<number> {
  if (verb in alone) return alone[verb as keyof typeof alone](config, args);
  if (!(verb in inShop)) throw new Error(USAGE);
  const shop = await attach(config, log);
  try {
    return await inShop[verb as keyof typeof inShop](shop, args);
  } finally {
    await shop.close();
  }
}
