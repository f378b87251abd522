import { z } from 'zod';

const time = z.iso.datetime();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const segment = z.string().regex(/^[0-9A-F]{24}$/);
/** Below DATA_DIR; never upwards. */
const path = z
  .string()
  .regex(/^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*$/)
  .refine((text) => !text.split('/').includes('..'));

const index = z.strictObject({
  archive: z.string().regex(/^[0-9a-f]{16}$/),
  backup: z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/),
  started_at: time,
  finished_at: time,
  /** Of the shop's data, and of what is stored for this backup and others. */
  bytes: z.int(),
  stored_bytes: z.int(),
  manifest: z.string(),
  /** Every object that it needs. Those of earlier backups hold what hasn't changed since. */
  objects: z.array(z.string()),
});

/** A copy of the embedded server's files. */
const filesIndex = index.extend({
  format: z.literal(1),
  /** The first and the last segment of the log that the copy needs. */
  first_segment: segment,
  last_segment: segment,
});

/** A dump of a database elsewhere, which no log follows. */
const dumpIndex = index.extend({ format: z.literal(2) });

/** What a store shows of a backup without any key. Its name carries a MAC of the shop. */
export const backupIndex = z.discriminatedUnion('format', [filesIndex, dumpIndex]);
export type FilesIndex = z.output<typeof filesIndex>;
export type DumpIndex = z.output<typeof dumpIndex>;
export type BackupIndex = z.output<typeof backupIndex>;

export const copiedFile = z.strictObject({
  path,
  bytes: z.int(),
  modified_ms: z.number(),
  sha256,
  object: z.string(),
  object_bytes: z.int(),
  object_sha256: sha256,
});
export type CopiedFile = z.output<typeof copiedFile>;

/** What a backup holds; stored encrypted. */
export const manifest = z.strictObject({
  archive: z.string(),
  backup: z.string(),
  /** The release that made it, and the version of the server (180004). */
  version: z.string(),
  server_version: z.int(),
  /** Which master key opens what is sealed inside. Says nothing about the key. */
  key_fingerprint: z.string(),
  /** Settings as the back office shows them, without secrets. */
  settings: z.array(z.strictObject({ name: z.string(), value: z.string().nullable() })),
  directories: z.array(path),
  files: z.array(copiedFile),
});
export type Manifest = z.output<typeof manifest>;
