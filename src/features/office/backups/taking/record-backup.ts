import { BackupError } from '#platform/backup/store/backup-store.ts';
import type { Db } from '#platform/db/client.ts';
import { maskError } from '#platform/masking/mask-error.ts';
import type { Taken } from './take.ts';

export interface Begun {
  started_at: Date;
  /** The folder or bucket, without secrets. */
  place: string;
  by: 'night' | 'command' | 'upgrade' | 'pgbackrest';
}

const LONGEST_ERROR = 1_000;

/** Records a backup that ended well. */
export async function recordBackup(sql: Db, begun: Begun, { index, manifest, new_files }: Taken, ended_at: Date) {
  const { backup: name, bytes, stored_bytes, format } = index;
  const counts = { files: manifest.files.length, new_files };
  const form = format === 1 ? 'files' : 'dump';
  const row = { ...begun, ended_at, name, form, bytes, stored_bytes, ...counts, found_at: ended_at };
  await sql`insert into backups ${sql(row)}`;
}

/** Records one that failed, with the reason in words that may be shown. */
export async function recordFailure(sql: Db, begun: Begun, error: unknown, ended_at: Date): Promise<void> {
  const row = { ...begun, ended_at, error: reasonOf(error) };
  await sql`insert into backups ${sql(row)}`;
}

/** What may be shown of a failure. */
export function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return (error instanceof BackupError ? said : maskError(said)).slice(0, LONGEST_ERROR);
}
