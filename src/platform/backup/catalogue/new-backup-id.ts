import { randomBytes } from 'node:crypto';

/** The name of a backup that begins at a time, within its archive. */
export const newBackupId = (started_at: Date): string =>
  `${started_at.toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`;
