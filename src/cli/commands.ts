import type { Shop } from '#app/boot.ts';
import type { VaultCtx } from '#features/ctx.ts';
import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/log.ts';
import { run as backup } from './backup/backup.ts';
import { run as batch } from './batch.ts';
import { run as chain } from './chain.ts';
import { run as confirm } from './confirm.ts';
import { run as demoReport } from './demo/demo-report.ts';
import { run as demoStock } from './demo/demo-stock.ts';
import { run as drill } from './drill.ts';
import { run as importFile } from './import.ts';
import { run as key } from './key/key.ts';
import { run as transit } from './key/transit.ts';
import { run as maintenance } from './maintenance.ts';
import { run as moveDatabase } from './move/move-database.ts';
import { run as openapi } from './openapi.ts';
import { run as programme } from './programme.ts';
import { run as propose } from './propose.ts';
import { run as restore } from './restore.ts';
import { run as doctor } from './setup/doctor.ts';
import { run as setup } from './setup/setup.ts';
import { run as start } from './shop/start.ts';
import { run as upgrade } from './upgrade/upgrade.ts';
import { run as user } from './user.ts';
import { run as audit } from './verify/audit.ts';
import { run as ledgerVerify } from './verify/ledger-verify.ts';
import { run as xpub } from './xpub.ts';

interface Described {
  usage: string;
  about: string;
}

export interface Command extends Described {
  /** Resolves to the exit code. */
  run: (ctx: VaultCtx, args: string[], shop: Shop) => Promise<number>;
}

/** A command that opens no shop. */
export interface BareCommand extends Described {
  runBare: (config: Config, log: Logger, args: string[]) => Promise<number>;
}

/** A command that runs before there are settings. */
export interface EarlyCommand extends Described {
  runEarly: (args: string[]) => Promise<number>;
}

/** Every command by the name that people type. */
export const commands: Record<string, Command | BareCommand | EarlyCommand> = {
  start: {
    usage: '[--role=all|web|worker|vault]',
    about: 'run the shop, or one of its processes, until a signal ends it',
    runBare: start,
  },
  setup: {
    usage: '[--answers FILE]',
    about: 'write the settings, make database, keys and the first admin, and say what is missing to sell',
    runEarly: setup,
  },
  doctor: {
    usage: '[--mail ADDRESS] [--json]',
    about: 'ask everything that the shop depends on, say what is missing to sell; exits with 1 if something is',
    runBare: doctor,
  },
  ledger: {
    usage: 'verify',
    about: 'recompute every balance and compare every transfer with its cause; exits with 1 if one differs',
    run: ledgerVerify,
  },
  audit: {
    usage: 'verify [FILE] | renew',
    about: 'check the audit chain against its anchors, exits with 1 if it is broken; or accept it as it is',
    run: audit,
  },
  user: {
    usage: 'add USERNAME EMAIL [--role admin] [--duties importer,support] [--link] | reset-factors USERNAME',
    about:
      'add an active user, such as the first admin, with a password or a link to set one; or remove all second factors of someone who lost them',
    run: user,
  },
  programme: {
    usage: 'list | propose FACTS.json --evidence FILE --as USERNAME',
    about: 'list the programmes, or propose a new one',
    run: programme,
  },
  batch: {
    usage: 'list | open --programme ID … --as USERNAME',
    about: 'list the batches, or open one for an import',
    run: batch,
  },
  import: {
    usage: 'FILE --batch ID --as USERNAME',
    about: 'import a CSV of cards into a batch; exits with 3 if rows were refused',
    run: importFile,
  },
  confirm: {
    usage: 'MANIFEST --batch ID --as USERNAME',
    about: "confirm a batch's cards with the issuer's signed manifest",
    run: confirm,
  },
  propose: {
    usage: '--batch ID | --programme ID, --as USERNAME',
    about: 'ask once more for an approval that was withdrawn',
    run: propose,
  },
  xpub: {
    usage: 'check COIN [XPUB]',
    about: 'print the first three addresses of a key to compare with your wallet',
    run: xpub,
  },
  chain: {
    usage: 'status | rescan COIN FROM_HEIGHT',
    about: 'show the state of each chain, exits with 1 if one is paused; or read one again from a height',
    run: chain,
  },
  'demo-stock': {
    usage: 'FOLDER --batch ID [--cards N]',
    about: 'demo mode: let the simulated issuer write stock.csv and manifest.txt',
    run: demoStock,
  },
  'demo-report': {
    usage: 'FILE --programme ID [--redeemed CODES]',
    about: 'demo mode: let the simulated issuer write a signed report of redeemed codes',
    run: demoReport,
  },
  maintenance: {
    usage: 'on [--minutes N] [--message LANGUAGE=TEXT]… | off | status',
    about: 'close the shop to all but admins in every process, or open it again',
    run: maintenance,
  },
  backup: {
    usage: '[TARGET] [--key age1…]',
    about: 'take an encrypted backup while the shop runs: of the embedded database, or a dump of an external one',
    run: backup,
  },
  restore: {
    usage: 'SOURCE --to FOLDER|database --identity FILE [--at TIME] [--anchors FILE] [--scrub]',
    about: 'bring a backup back into a new folder or an empty database and check it; exits with 1 if a check fails',
    runBare: restore,
  },
  key: {
    usage: 'list | rotate KIND | retire KIND N | exposed … | shares | restore',
    about: 'show, replace and delete keys, list what a leaked one opened, put the master key on paper and back',
    runBare: key,
  },
  drill: {
    usage: '',
    about: 'restore the newest backup into a folder that is removed again, and check it; exits with 1 if that fails',
    run: drill,
  },
  upgrade: {
    usage: '[--check [--json] | --back | --without-backup]',
    about:
      'migrate the database to this release; or say what that locks and how long it takes (3: close the shop), or go one step back',
    runBare: upgrade,
  },
  transit: {
    usage: 'seal|open ADDRESS KEY FILE [--mount NAME] [--token FILE]',
    about: 'have the transit engine of Vault seal the master key, or open it for MASTER_KEY_COMMAND',
    runEarly: transit,
  },
  'move-database': {
    usage: 'URL',
    about: 'move the shop from the embedded database into an empty one, and compare every table',
    runBare: moveDatabase,
  },
  openapi: { usage: '', about: 'print the OpenAPI document', run: openapi },
};
