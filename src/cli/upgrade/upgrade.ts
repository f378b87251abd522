import { parseArgs } from 'node:util';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';
import { attach } from '../shop/attach.ts';
import { checkUpgrade, type UpgradeCheck } from './check-upgrade.ts';
import { printUpgrade } from './print-upgrade.ts';
import { stepBack } from './step-back.ts';
import { useDatabase } from './use-database.ts';

const USAGE = `Usage: facevalue upgrade [--without-backup]
       facevalue upgrade --check [--json]
       facevalue upgrade --back
Without options it migrates the database to this release, after a backup, while the shop of the release before sells on.`;
/** Buyers would notice: close the shop first. */
const CLOSE_FIRST = 3;
const say = (line: string) => process.stdout.write(`${line}\n`);

const options = {
  check: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  back: { type: 'boolean', default: false },
  'without-backup': { type: 'boolean', default: false },
} as const;

/** `facevalue upgrade`: says what this release changes in the database, changes it, or makes it ready for the release before. */
export async function run(config: Config, log: Logger, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const { check, json, back, 'without-backup': withoutBackup } = values;
  if (positionals.length > 0 || [check, back, withoutBackup].filter(Boolean).length > 1 || (json && !check))
    throw new Error(USAGE);
  if (back) return useDatabase(config, log, async (database) => report(await stepBack(database)));
  const plan = await useDatabase(config, log, (database) => checkUpgrade(config, database));
  if (json) say(JSON.stringify(plan, null, 2));
  else printUpgrade(plan);
  if (check) return plan.may_sell ? 0 : CLOSE_FIRST;
  if (isDone(plan)) return 0;
  if (plan.backup === 'nobody' && !withoutBackup && !config.demo)
    throw new Error(
      'Nobody backs this database up: set BACKUP_TARGET and BACKUP_KEY, or BACKUP_PGBACKREST, or say --without-backup.',
    );
  const began = performance.now();
  const shop = await attach(withoutBackup ? { ...config, backup: null } : config, log);
  await shop.close();
  say(`The database is that of Facevalue ${plan.release}, after ${seconds(performance.now() - began)} s.`);
  return 0;
}

const isDone = ({ migrations, rules_seconds }: UpgradeCheck) => migrations.length === 0 && rules_seconds === null;
const seconds = (ms: number) => (ms / 1_000).toFixed(1);

function report(lines: readonly string[]): number {
  for (const line of lines) say(line);
  return 0;
}
