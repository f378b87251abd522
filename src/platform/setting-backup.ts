import { resolve } from 'node:path';
import { z } from 'zod';
import { isRecipient } from './backup/sealing/is-recipient.ts';
import { liesWithin } from './backup/store/lies-within.ts';

export interface BackupSettings {
  /** A folder. */
  target: string;
  /** The public key of an age identity, for which backups are encrypted. */
  recipient: string;
  /** How many days, weeks and months back one backup each stays. */
  keeping: Keeping;
}

interface Keeping {
  days: number;
  weeks: number;
  months: number;
}

export const ageKey = z
  .string()
  .refine(isRecipient, 'must be the public key of an age identity, age1…, as age-keygen prints it');

/** Days, weeks and months. Without a day, the log would lead nowhere. */
export const keeping = z
  .string()
  .regex(/^[1-9]\d{0,2},\d{1,2},\d{1,2}$/, 'must be days, weeks and months with commas between, such as 7,4,12')
  .transform((text): Keeping => {
    const [days = 0, weeks = 0, months = 0] = text.split(',').map(Number);
    return { days, weeks, months };
  });

interface Given {
  BACKUP_TARGET?: string | undefined;
  BACKUP_KEY?: string | undefined;
  BACKUP_KEEP: Keeping;
}

/** Where backups go; null if one of the two settings is missing. */
export const backupOf = (given: Given, directory: string): BackupSettings | null =>
  given.BACKUP_TARGET !== undefined && given.BACKUP_KEY !== undefined
    ? { target: resolve(directory, given.BACKUP_TARGET), recipient: given.BACKUP_KEY, keeping: given.BACKUP_KEEP }
    : null;

/** Why backups can't go where they should, and what to do; null if they can. */
export function backupFault(config: {
  backup: BackupSettings | null;
  database_url: string | null;
  data_dir: string;
}): string | null {
  if (!config.backup) return null;
  if (config.database_url) {
    return 'BACKUP_TARGET backs up the embedded database alone: have the tool of your own PostgreSQL back it up, and leave it out.';
  }
  return liesWithin(config.backup.target, config.data_dir)
    ? 'BACKUP_TARGET lies in DATA_DIR: whatever takes the one takes the other. Choose another disk.'
    : null;
}
