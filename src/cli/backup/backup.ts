import process from 'node:process';
import { parseArgs } from 'node:util';
import type { VaultCtx } from '#features/ctx.ts';
import { backUp } from '#features/office/backups/taking/back-up.ts';
import { isRecipient } from '#platform/backup/sealing/is-recipient.ts';
import { BackupError } from '#platform/backup/store/backup-store.ts';
import { targetFault, targetOf } from '#platform/setting-backup.ts';

const USAGE = `Usage: facevalue backup [TARGET] [--key age1…]
TARGET is a folder, or a bucket as s3:https://HOST/BUCKET/FOLDER. Without them, BACKUP_TARGET and BACKUP_KEY count.`;

const MEGABYTE = 1e6;

/** `facevalue backup`: takes a backup of the database while the shop runs, or of the embedded one, which is started for it. */
export async function run(ctx: VaultCtx, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { key: { type: 'string' } } });
  const { backup } = ctx.config;
  const recipient = values.key ?? backup?.recipient;
  const target = positionals[0] ? targetOf(positionals[0], process.cwd()) : backup?.target;
  if (positionals.length > 1 || !target || !recipient) throw new Error(USAGE);
  if (!isRecipient(recipient)) throw new BackupError('--key is no public key of age: age-keygen prints one, age1….');
  const fault = targetFault(target, ctx.config);
  if (fault) throw new BackupError(fault);
  const { index, manifest, new_files } = await backUp(ctx, { target, recipient, by: 'command' });
  process.stdout.write(
    `${index.archive}/${index.backup} in ${target}: ${index.format === 2 ? 'a dump' : `${manifest.files.length} files, ${new_files} of them stored anew`}, ${megabytes(index.bytes)} MB as ${megabytes(index.stored_bytes)} MB.\n`,
  );
  return 0;
}

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);
