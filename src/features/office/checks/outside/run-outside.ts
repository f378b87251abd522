import type { Chains } from '#platform/chain/open-chain.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';
import type { Finding } from '../findings/finding.ts';
import { withinTime } from '../findings/within-time.ts';
import { checkClock } from './check-clock.ts';
import { checkCoins } from './check-coins.ts';
import { checkDisk } from './check-disk.ts';
import { checkMail } from './check-mail.ts';
import { checkProxy } from './check-proxy.ts';
import { checkRates } from './check-rates.ts';
import { checkRedis } from './check-redis.ts';

export interface Outside {
  config: Config;
  clock: Clock;
  log: Logger;
  chains: Chains;
  /** Who asks for the check, as the shop sees it; null at the command line. */
  caller: string | null;
}

/** The checks that take no database, all at once. */
export async function runOutside(asked: Outside): Promise<Finding[]> {
  const { config, log, chains } = asked;
  const within = (name: Finding['name'], check: () => Promise<Finding[]>) => withinTime(log, name, check);
  const found = await Promise.all([
    within('disk', () => checkDisk(config)),
    within('clock', () => checkClock(asked)),
    within('proxy', () => checkProxy(asked)),
    within('redis', () => checkRedis(config, log)),
    within('mail', () => checkMail(config)),
    within('rates', () => checkRates(asked)),
    within('coins', () => checkCoins(chains)),
  ]);
  return found.flat();
}
