import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { VaultCtx } from '#features/ctx.ts';
import { backUp } from '#features/office/backups/taking/back-up.ts';
import { isRecipient } from '#platform/backup/sealing/is-recipient.ts';
import { BackupError } from '#platform/backup/store/backup-store.ts';
import { liesWithin } from '#platform/backup/store/lies-within.ts';

const USAGE = `Usage: facevalue backup [FOLDER] [--key age1…]
Without them, BACKUP_TARGET and BACKUP_KEY count.`;

const MEGABYTE = 1e6;

/** `facevalue backup`: takes a backup of the embedded database while the shop runs, or of one that is started for it. */
export async function run(ctx: VaultCtx, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { key: { type: 'string' } } });
  const { backup, data_dir, database_url } = ctx.config;
  const recipient = values.key ?? backup?.recipient;
  const target = positionals[0] ? resolve(positionals[0]) : backup?.target;
  if (positionals.length > 1 || !target || !recipient) throw new Error(USAGE);
  if (database_url) {
    throw new BackupError(
      'DATABASE_URL is set: have the tool of that PostgreSQL back it up. This command copies the embedded one.',
    );
  }
  if (!isRecipient(recipient)) throw new BackupError('--key is no public key of age: age-keygen prints one, age1….');
  if (liesWithin(target, data_dir)) {
    throw new BackupError(`${target} lies in DATA_DIR: whatever takes the one takes the other. Choose another disk.`);
  }
  const { index, manifest, new_files } = await backUp(ctx, { target, recipient, by: 'command' });
  process.stdout.write(
    `${index.archive}/${index.backup} in ${target}: ${manifest.files.length} files, ${new_files} of them stored anew, ${megabytes(index.bytes)} MB as ${megabytes(index.stored_bytes)} MB.\n`,
  );
  return 0;
}

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);
