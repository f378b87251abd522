import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#platform/clock.ts';
import type { PostgresCluster } from '#platform/embedded/postgres-cluster.ts';
import { workThrough } from '#platform/jobs/work-through.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { version } from '#platform/version.ts';
import type { BackupIndex, CopiedFile, FilesIndex, Manifest } from '../catalogue/manifest.ts';
import { newBackupId } from '../catalogue/new-backup-id.ts';
import { keyFingerprint } from '../sealing/key-fingerprint.ts';
import { vouchedName } from '../sealing/object-names.ts';
import type { BackupStore } from '../store/backup-store.ts';
import { copyFile, digestOfFile } from './copy-file.ts';
import { holdCopying } from './hold-copying.ts';
import { describe, listCluster } from './list-cluster.ts';

export interface Backup {
  store: BackupStore;
  /** The public key of an age identity. */
  recipient: string;
  macs: Macs;
  clock: Clock;
  data_dir: string;
  cluster: PostgresCluster;
  port: number;
  archive: string;
  settings: Manifest['settings'];
  /** What the last backup of this archive holds, if this one may lean on it. */
  previous: Manifest | null;
  /** Ends the work early: then nothing stays in the store. */
  signal?: AbortSignal;
}

export interface Taken {
  index: BackupIndex;
  manifest: Manifest;
  /** Files that were stored, and those that an earlier backup holds. */
  new_files: number;
}

const DATA = 'postgres/data';
/** Of DATA_DIR, besides the database. The master key is none of them. */
const BESIDE = ['postgres/password', 'audit-anchors.jsonl'];

/**
 * A base backup of the running server with the log that it needs, and what belongs to it, without the master key. What hasn't
 * changed since the last one isn't stored again. A backup that doesn't end leaves nothing in the store.
 */
export async function takeBackup(backup: Backup): Promise<Taken> {
  const { store, macs, clock, archive } = backup;
  const started_at = clock.now();
  const id = newBackupId(started_at);
  const copying = new Copying(backup, `${archive}/${id}`);
  try {
    let server_version = 0;
    let directories: string[] = [];
    const log = await holdCopying(
      backup,
      async ({ version }) => {
        server_version = version;
        const listed = await listCluster(backup.cluster.data);
        directories = ['postgres', DATA, ...listed.directories.map((path) => `${DATA}/${path}`)];
        const control = listed.files.pop();
        await copying.addAll(listed.files);
        if (control) await copying.addAll([control]);
      },
      async ({ first_segment, last_segment, label }) => {
        await copying.addText('backup_label', label);
        const segments = (await readdir(join(backup.cluster.data, 'pg_wal'))).filter(
          (name) => /^[0-9A-F]{24}$/.test(name) && name >= first_segment && name <= last_segment,
        );
        const described = await Promise.all(segments.map((name) => describe(backup.cluster.data, `pg_wal/${name}`)));
        await copying.addAll(described.filter((file) => file !== null));
      },
    );
    for (const path of BESIDE) await copying.add(path, join(backup.data_dir, path), null);
    const manifest: Manifest = {
      archive,
      backup: id,
      version,
      server_version,
      key_fingerprint: keyFingerprint(macs),
      settings: backup.settings,
      directories,
      files: copying.files,
    };
    const written = await copying.put(JSON.stringify(manifest), 'manifest.json.zst.age');
    const index: FilesIndex = {
      format: 1,
      archive,
      backup: id,
      started_at: started_at.toISOString(),
      finished_at: clock.now().toISOString(),
      first_segment: log.first_segment,
      last_segment: log.last_segment,
      bytes: copying.files.reduce((sum, { bytes }) => sum + bytes, 0),
      stored_bytes: copying.files.reduce((sum, file) => sum + file.object_bytes, written.bytes),
      manifest: written.name,
      objects: copying.files.map(({ object }) => object),
    };
    // Last: whatever has an index is whole.
    await store.put(vouchedName(macs, `${archive}/${id}/index.json`), one(JSON.stringify(index)));
    return { index, manifest, new_files: copying.names.length - 1 };
  } catch (error) {
    for (const name of copying.names) await store.remove(name).catch(() => {});
    throw error;
  }
}

async function* one(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

/** The files of one backup. */
class Copying {
  readonly files: CopiedFile[] = [];
  /** The objects that this backup stored. */
  readonly names: string[] = [];
  readonly #backup: Backup;
  readonly #prefix: string;
  readonly #known: ReadonlyMap<string, CopiedFile>;

  constructor(backup: Backup, prefix: string) {
    this.#backup = backup;
    this.#prefix = prefix;
    this.#known = new Map(backup.previous?.files.map((file) => [file.path, file]));
  }

  /** Files of the cluster, several at a time. */
  async addAll(files: readonly { path: string; bytes: number; modified_ms: number }[]): Promise<void> {
    const { data } = this.#backup.cluster;
    await workThrough(files, (file) => this.add(`${DATA}/${file.path}`, join(data, file.path), file));
  }

  /** One file, unless the last backup holds the same bytes. Does nothing if it is gone. */
  async add(path: string, file: string, now: { bytes: number; modified_ms: number } | null): Promise<void> {
    this.#backup.signal?.throwIfAborted();
    const known = this.#known.get(path);
    if (known && now && known.bytes === now.bytes && known.modified_ms === now.modified_ms) {
      // The time alone doesn't prove it.
      if ((await digestOfFile(file)) === known.sha256) {
        this.files.push(known);
        return;
      }
    }
    await this.#store(path, { file }, now?.modified_ms ?? 0);
  }

  async addText(path: string, text: string): Promise<void> {
    await this.#store(`${DATA}/${path}`, { text }, 0);
  }

  /** Stores a text that vouches for the files. */
  async put(text: string, name: string): Promise<{ name: string; bytes: number }> {
    const copied = await copyFile(this.#backup, { text }, vouchedName(this.#backup.macs, `${this.#prefix}/${name}`));
    this.names.push(copied!.stored.name);
    return copied!.stored;
  }

  async #store(path: string, from: { file: string } | { text: string }, modified_ms: number): Promise<void> {
    const copied = await copyFile(this.#backup, from, `${this.#prefix}/${path}.zst.age`);
    if (!copied) return;
    const { bytes, sha256, stored } = copied;
    this.names.push(stored.name);
    this.files.push({
      path,
      bytes,
      modified_ms,
      sha256,
      object: stored.name,
      object_bytes: stored.bytes,
      object_sha256: stored.sha256,
    });
  }
}
