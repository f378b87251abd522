import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { targetOf } from '#platform/setting-backup.ts';

const USAGE = `Usage: facevalue restore SOURCE --to FOLDER|database --identity FILE [--at TIME] [--anchors FILE] [--scrub]
SOURCE is the folder or the bucket with the backups, FOLDER a new DATA_DIR, FILE what age-keygen wrote, TIME such as 2026-11-26T09:30:00Z.
With --to database, a dump goes into the empty database that DATABASE_URL and DATABASE_OWNER_URL name.
--anchors names a file with anchors of the audit log that were kept elsewhere: they say how many entries are missing since.
--scrub makes a copy for staging in a folder: people, addresses and codes are made up, keys and queued work are removed, and it gets a
master key of its own.
MASTER_KEY_FILE names the master key of the shop, which is in no backup.`;

/** What a restore was asked for; paths are absolute. */
export interface Asked {
  /** A folder or a bucket. */
  source: string;
  /** A new DATA_DIR; null: the database of the settings. */
  dir: string | null;
  identity_file: string;
  at: Date | null;
  /** A file with anchors of the audit log that were kept elsewhere. */
  anchors_file: string | null;
  /** Whether it becomes a copy for staging. */
  scrub: boolean;
}

/** Reads the arguments of `facevalue restore`. */
export function askedFor(args: string[]): Asked {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      identity: { type: 'string' },
      at: { type: 'string' },
      anchors: { type: 'string' },
      scrub: { type: 'boolean', default: false },
    },
  });
  const [source, ...others] = positionals;
  if (!source || others.length > 0 || !values.to || !values.identity) throw new Error(USAGE);
  const at = values.at === undefined ? null : new Date(values.at);
  if (at && (Number.isNaN(at.getTime()) || !/T.*(Z|[+-]\d\d:?\d\d)$/.test(values.at!))) {
    throw new Error(`${values.at} is no time with a time zone, such as 2026-11-26T09:30:00Z.`);
  }
  if (values.scrub && values.to === 'database')
    throw new Error('--scrub makes a copy in a folder, of a backup of the embedded database: name a FOLDER.');
  return {
    source: targetOf(source, process.cwd()),
    dir: values.to === 'database' ? null : resolve(values.to),
    identity_file: resolve(values.identity),
    at,
    anchors_file: values.anchors === undefined ? null : resolve(values.anchors),
    scrub: values.scrub,
  };
}
