import type { BackupStore } from './backup-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store, type S3Access } from './s3-store.ts';
import { isS3 } from './s3-target.ts';

/** Opens a folder or a bucket for backups, as BACKUP_TARGET names it. Throws a BackupError that says what to do. */
export const openStore = async (target: string, s3: S3Access | null): Promise<BackupStore> =>
  isS3(target) ? openS3Store(target, s3) : openFolderStore(target);
