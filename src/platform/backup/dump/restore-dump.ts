import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '#platform/db/client.ts';
import type { Manifest } from '../catalogue/manifest.ts';
import { openObject } from '../restore/open-object.ts';
import { BackupError, type BackupStore } from '../store/backup-store.ts';
import { connectionEnv } from './connection-env.ts';
import { findProgram } from './find-program.ts';
import { runProgram } from './run-program.ts';
import { releaseOf } from './server-version.ts';
import { ANCHORS_FILE, DUMP_FILE } from './take-dump.ts';

interface Restoring {
  /** For the role that is to own the tables; the database is empty. */
  url: string;
  /** Of that database's server, such as 15. */
  release: number;
  /** Where the anchors of the audit log go; those that are there stay. */
  anchors: string | null;
  /** The folder in which the dump waits, with room for it. */
  waits_in: string;
}

/**
 * Brings a dump back in one transaction: a failure leaves the database empty. The dump waits until its digest is known, since it
 * holds statements that the owner runs.
 */
export async function restoreDump(
  from: { store: BackupStore; identity: string },
  manifest: Manifest,
  { url, release, anchors, waits_in }: Restoring,
): Promise<void> {
  const program = await findProgram('pg_restore', Math.max(release, releaseOf(manifest.server_version)));
  const folder = await mkdtemp(join(waits_in, 'facevalue-restore-'));
  try {
    const file = join(folder, DUMP_FILE);
    await open(from, manifest, DUMP_FILE, file);
    const how = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', '--no-password'];
    const { pathname } = new URL(url);
    const args = [...how, `--dbname=${decodeURIComponent(pathname.slice(1))}`, file];
    await runProgram(program, args, connectionEnv(url)).ended;
    await analyze(url);
    if (anchors && manifest.files.some(({ path }) => path === ANCHORS_FILE))
      await open(from, manifest, ANCHORS_FILE, anchors);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A dump holds no statistics, without which the checks that follow take many times as long. */
async function analyze(url: string): Promise<void> {
  const sql = connect(url, { max: 1, statement_timeout_ms: 0, answer_timeout_ms: 0 });
  try {
    await sql`analyze`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function open(
  from: { store: BackupStore; identity: string },
  manifest: Manifest,
  path: string,
  to: string,
): Promise<void> {
  const file = manifest.files.find((each) => each.path === path);
  if (!file) throw new BackupError(`The backup holds no ${path}.`);
  await openObject(from, file.object, to, ({ object_sha256, sha256 }) => {
    if (object_sha256 !== file.object_sha256 || sha256 !== file.sha256)
      throw new BackupError(`${file.object} was changed after it was stored.`);
  });
}
