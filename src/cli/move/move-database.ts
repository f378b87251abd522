import { text } from 'node:stream/consumers';
import { openShop } from '#app/boot.ts';
import type { Config } from '#platform/config.ts';
import { createLogger, type Logger } from '#platform/log.ts';
import { run as audit } from '../verify/audit.ts';
import { run as ledgerVerify } from '../verify/ledger-verify.ts';
import { moveShop, placeOf } from './move-shop.ts';

const USAGE = `Usage: facevalue move-database URL
URL is postgres://OWNER:PASSWORD@HOST/DATABASE of an empty database, for the role that is to own the tables; with - it is read from standard input,
where no other user of this machine sees it.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `facevalue move-database`: moves the shop of DATA_DIR into an external database and checks it there; exits with 1 if it stayed. */
export async function run(config: Config, log: Logger, [given, ...rest]: string[]): Promise<number> {
  if (!given || rest.length > 0) throw new Error(USAGE);
  if (config.database_url)
    throw new Error(
      'DATABASE_URL is set: the shop has an external database. Leave it out to move the one in DATA_DIR.',
    );
  const url = given === '-' ? (await text(process.stdin)).trim() : given;
  if (!/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '')) throw new Error(USAGE);
  const moved = await moveShop({ config, log, url, say, verify: (target) => verify(config, target) });
  if (!moved) {
    say('The shop stays where it is. What was copied counts for nothing: run this again once the reason is gone.');
    return 1;
  }
  say(`The shop is in ${placeOf(url)}, and ${config.data_dir} is marked: no shop starts from its database again.`);
  say('Now set DATABASE_OWNER_URL to that URL, and DATABASE_URL to the same database for a role that owns nothing');
  say('(docs/operate.md, Database roles). DATA_DIR stays: anchors and keys are there. Then start the shop.');
  say('Its backups are now dumps, or those of pgBackRest: see Backups there.');
  return 0;
}

/** The books and the audit log, as the moved shop has them. */
async function verify(config: Config, { id, url }: { id: string; url: string }): Promise<boolean> {
  const shop = await openShop({
    config: { ...config, database_url: url, backup: null },
    // That the owner serves here is meant.
    log: createLogger('silent'),
    database: { url, owner_url: null },
    moving: id,
  });
  try {
    const ledger = await ledgerVerify(shop.background, ['verify']);
    return (await audit(shop.background, ['verify'])) === 0 && ledger === 0;
  } finally {
    await shop.close();
  }
}
