import { resolve } from 'node:path';
import { z } from 'zod';
import { isRecipient } from './backup/sealing/is-recipient.ts';
import { liesWithin } from './backup/store/lies-within.ts';
import type { S3Access } from './backup/store/s3-store.ts';
import { isS3, readS3Target, S3_FORM } from './backup/store/s3-target.ts';

export interface BackupSettings {
  /** A folder, or a bucket as s3:https://HOST/BUCKET/FOLDER. */
  target: string;
  /** The public key of an age identity, for which backups are encrypted. */
  recipient: string;
  /** How many days, weeks and months back one backup each stays. */
  keeping: Keeping;
  /** The file with the identity that opens them, for a drill every week; null: no drill. */
  drill_identity_file: string | null;
}

/** What the settings say of backups. */
export interface BackupConfig {
  /** Where the shop backs its database up by itself; null: nowhere. */
  backup: BackupSettings | null;
  /** The stanza of pgBackRest, where the operator has that back up the external database. */
  pgbackrest: string | null;
  /** What opens a bucket with backups; null: only folders can be opened. */
  backup_s3: S3Access | null;
}

interface Keeping {
  days: number;
  weeks: number;
  months: number;
}

const ageKey = z
  .string()
  .refine(isRecipient, 'must be the public key of an age identity, age1…, as age-keygen prints it');

/** Days, weeks and months. Without a day, the log would lead nowhere. */
const keeping = z
  .string()
  .regex(/^[1-9]\d{0,2},\d{1,2},\d{1,2}$/, 'must be days, weeks and months with commas between, such as 7,4,12')
  .transform((text): Keeping => {
    const [days = 0, weeks = 0, months = 0] = text.split(',').map(Number);
    return { days, weeks, months };
  });

/** The settings of backups, as they are written down. */
export const backupShape = {
  BACKUP_TARGET: z.string().optional(),
  BACKUP_KEY: ageKey.optional(),
  BACKUP_PGBACKREST: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]{0,62}$/, 'must be the name of a stanza of pgBackRest, such as facevalue')
    .optional(),
  BACKUP_KEEP: keeping.default({ days: 7, weeks: 4, months: 12 }),
  BACKUP_DRILL_IDENTITY_FILE: z.string().optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET: z.string().optional(),
};

type Given = z.output<z.ZodObject<typeof backupShape>>;

/** All of it. */
export const readBackup = (given: Given, directory: string): BackupConfig => ({
  backup: backupOf(given, directory),
  pgbackrest: given.BACKUP_PGBACKREST ?? null,
  backup_s3: s3AccessOf(given),
});

/** Where backups go; null if one of the two settings is missing. */
const backupOf = (given: Given, directory: string): BackupSettings | null =>
  given.BACKUP_TARGET !== undefined && given.BACKUP_KEY !== undefined
    ? {
        target: targetOf(given.BACKUP_TARGET, directory),
        recipient: given.BACKUP_KEY,
        keeping: given.BACKUP_KEEP,
        drill_identity_file:
          given.BACKUP_DRILL_IDENTITY_FILE === undefined ? null : resolve(directory, given.BACKUP_DRILL_IDENTITY_FILE),
      }
    : null;

/** A bucket as it stands there, or the absolute path of a folder. */
export const targetOf = (target: string, directory: string): string =>
  isS3(target) ? target.replace(/\/+$/, '') : resolve(directory, target);

/** What opens a bucket, be it BACKUP_TARGET or one that a command names; null if one of the two settings is missing. */
const s3AccessOf = (given: Given): S3Access | null =>
  given.BACKUP_S3_KEY_ID !== undefined && given.BACKUP_S3_SECRET !== undefined
    ? { region: given.BACKUP_S3_REGION, key_id: given.BACKUP_S3_KEY_ID, secret: given.BACKUP_S3_SECRET }
    : null;

/** Why backups can't be taken as they should, and what to do; null if they can. */
export function backupFault(
  config: BackupConfig & { database_url: string | null; data_dir: string },
  { BACKUP_DRILL_IDENTITY_FILE }: Given,
): string | null {
  if (config.pgbackrest && !config.database_url)
    return 'BACKUP_PGBACKREST is for a PostgreSQL of your own, which DATABASE_URL names: set BACKUP_TARGET for the embedded one.';
  if (config.pgbackrest && config.backup)
    return 'BACKUP_PGBACKREST says that pgBackRest backs the database up, and BACKUP_TARGET that the shop does: leave one out.';
  if (BACKUP_DRILL_IDENTITY_FILE !== undefined && !config.backup)
    return 'BACKUP_DRILL_IDENTITY_FILE needs BACKUP_TARGET and BACKUP_KEY: a drill restores what they store.';
  return config.backup && targetFault(config.backup.target, config);
}

/** Why a target can't take backups, whoever names it; null if nothing is known against it. */
export function targetFault(
  target: string,
  { data_dir, backup_s3 }: { data_dir: string; backup_s3: S3Access | null },
): string | null {
  if (!isS3(target)) {
    return liesWithin(target, data_dir)
      ? `${target} lies in DATA_DIR: whatever takes the one takes the other. Choose another disk.`
      : null;
  }
  if (!readS3Target(target)) return S3_FORM;
  return backup_s3 ? null : `${target} needs BACKUP_S3_KEY_ID and BACKUP_S3_SECRET.`;
}
