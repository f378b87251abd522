import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { BackupError } from '../store/backup-store.ts';

/** A backup that pgBackRest has. */
export interface PgbackrestBackup {
  label: string;
  started_at: Date;
  ended_at: Date;
  /** Of the database, and of what is stored. */
  bytes: number;
  stored_bytes: number;
}

/** https://pgbackrest.org/command.html#command-info */
const info = z.array(
  z.object({
    name: z.string(),
    status: z.object({ code: z.int(), message: z.string() }),
    backup: z.array(
      z.object({
        label: z.string().max(100),
        error: z.boolean().nullish(),
        timestamp: z.object({ start: z.int(), stop: z.int() }),
        info: z.object({ size: z.int(), repository: z.object({ size: z.int().nullish(), delta: z.int().nullish() }) }),
      }),
    ),
  }),
);

const LONGEST_ANSWER = 64e6;

/** The whole backups of a stanza, the oldest first. Throws a BackupError where pgBackRest can't be asked or says that something is wrong. */
export async function readPgbackrest(stanza: string): Promise<PgbackrestBackup[]> {
  const answer = await ask(stanza);
  const parsed = info.safeParse(answer);
  const found = parsed.data?.find(({ name }) => name === stanza);
  if (!found) throw new BackupError(`pgbackrest info said nothing about the stanza ${stanza} that is understood here.`);
  const { code, message } = found.status;
  if (code !== 0) throw new BackupError(`pgBackRest says of the stanza ${stanza}: ${message}.`);
  return found.backup
    .filter(({ error }) => error !== true)
    .map(({ label, timestamp, info: { size, repository } }) => ({
      label,
      started_at: new Date(timestamp.start * 1_000),
      ended_at: new Date(timestamp.stop * 1_000),
      bytes: size,
      stored_bytes: repository.size ?? repository.delta ?? 0,
    }));
}

async function ask(stanza: string): Promise<unknown> {
  try {
    const args = ['info', `--stanza=${stanza}`, '--output=json'];
    const { stdout } = await promisify(execFile)('pgbackrest', args, {
      timeout: MINUTE_MS,
      maxBuffer: LONGEST_ANSWER,
    });
    return JSON.parse(stdout);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new BackupError('There is no program pgbackrest here: install it, or leave BACKUP_PGBACKREST out.');
    throw new BackupError(`pgbackrest info failed: ${message}`, { cause: error });
  }
}
