import { join } from 'node:path';
import type { Clock } from '#platform/clock.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { version } from '#platform/version.ts';
import type { CopiedFile, DumpIndex, Manifest } from '../catalogue/manifest.ts';
import { newBackupId } from '../catalogue/new-backup-id.ts';
import { copyFile, type Source } from '../copy/copy-file.ts';
import { keyFingerprint } from '../sealing/key-fingerprint.ts';
import { vouchedName } from '../sealing/object-names.ts';
import type { BackupStore } from '../store/backup-store.ts';
import { connectionEnv } from './connection-env.ts';
import { findProgram } from './find-program.ts';
import { runProgram } from './run-program.ts';
import { releaseOf, versionAt } from './server-version.ts';

export interface Dump {
  store: BackupStore;
  /** The public key of an age identity. */
  recipient: string;
  macs: Macs;
  clock: Clock;
  /** Where the audit log's anchors are. */
  data_dir: string;
  /** For the owner of the tables. */
  url: string;
  archive: string;
  settings: Manifest['settings'];
  /** Ends the work early: then nothing stays in the store. */
  signal?: AbortSignal;
}

/** Names in the manifest. */
export const DUMP_FILE = 'database.dump';
export const ANCHORS_FILE = 'audit-anchors.jsonl';

/**
 * A dump of a database that isn't the shop's own to copy, as it was at one moment, by the pg_dump of this machine; beside it the anchors
 * of the audit log. What doesn't end leaves nothing in the store.
 */
export async function takeDump(dump: Dump): Promise<{ index: DumpIndex; manifest: Manifest; new_files: number }> {
  const { store, macs, clock, archive, data_dir, url, signal } = dump;
  const started_at = clock.now();
  const id = newBackupId(started_at);
  const server_version = await versionAt(url);
  const program = await findProgram('pg_dump', releaseOf(server_version));
  const names: string[] = [];
  const put = async (from: Source, nameOf: string | ((sha256: string) => string)) => {
    const copied = await copyFile(dump, from, nameOf);
    if (copied) names.push(copied.stored.name);
    return copied;
  };
  const add = async (path: string, from: Source): Promise<CopiedFile[]> => {
    const copied = await put(from, `${archive}/${id}/${path}.zst.age`);
    if (!copied) return [];
    const { bytes, sha256, stored } = copied;
    const object = { object: stored.name, object_bytes: stored.bytes, object_sha256: stored.sha256 };
    return [{ path, bytes, modified_ms: 0, sha256, ...object }];
  };
  try {
    const files = [
      // First: one that is made while a long dump runs names entries that the dump lacks.
      ...(await add(ANCHORS_FILE, { file: join(data_dir, ANCHORS_FILE) })),
      ...(await add(DUMP_FILE, { bytes: readDump(program, url, signal) })),
    ];
    const manifest: Manifest = {
      archive,
      backup: id,
      version,
      server_version,
      key_fingerprint: keyFingerprint(macs),
      settings: dump.settings,
      directories: [],
      files,
    };
    const text = JSON.stringify(manifest);
    const written = await put({ text }, vouchedName(macs, `${archive}/${id}/manifest.json.zst.age`));
    const index: DumpIndex = {
      format: 2,
      archive,
      backup: id,
      started_at: started_at.toISOString(),
      finished_at: clock.now().toISOString(),
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      stored_bytes: files.reduce((sum, file) => sum + file.object_bytes, written!.stored.bytes),
      manifest: written!.stored.name,
      objects: files.map(({ object }) => object),
    };
    // Last: whatever has an index is whole.
    await store.put(vouchedName(macs, `${archive}/${id}/index.json`), one(JSON.stringify(index)));
    return { index, manifest, new_files: files.length };
  } catch (error) {
    for (const name of names) await store.remove(name).catch(() => {});
    throw error;
  }
}

/** Whatever is left of a dump that failed is no dump: reading it throws at its end, too. */
async function* readDump(program: string, url: string, signal?: AbortSignal): AsyncIterable<Uint8Array> {
  // Compressed with everything else.
  const args = ['--format=custom', '--compress=0', '--lock-wait-timeout=60s', '--no-password'];
  const { child, ended } = runProgram(program, args, connectionEnv(url));
  // Whoever reads gets the failure below.
  ended.catch(() => {});
  const abort = () => child.kill();
  signal?.addEventListener('abort', abort);
  try {
    signal?.throwIfAborted();
    for await (const chunk of child.stdout!) yield chunk;
    signal?.throwIfAborted();
    await ended;
  } finally {
    signal?.removeEventListener('abort', abort);
    child.kill();
  }
}

async function* one(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
