import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Macs } from '#platform/vault/create-vault.ts';
import { isVouched, plainName } from '../sealing/object-names.ts';
import { BackupError, type BackupStore } from '../store/backup-store.ts';
import { openObject } from './open-object.ts';

export interface LogFeed {
  /** For restore_command: %f is what the server asks for, %p where it wants it. */
  command: string;
  /** Ends the feed; throws what went wrong with it. */
  end(): Promise<{ segments: number }>;
}

const AHEAD = 4;
const PAUSE_MS = 20;

/**
 * Asks for a file by making NAME.asked, and waits for NAME.ready, NAME.none (the archive ends before it) or NAME.failed, with which the
 * server gives up (a status above 125). So does a feed that is gone.
 */
const SCRIPT = `#!/bin/sh
feed="$(dirname "$0")"
tries=0
while [ ! -e "$feed/$1.ready" ]; do
  : > "$feed/$1.asked"
  [ -e "$feed/$1.none" ] && exit 1
  [ -e "$feed/failed" ] && exit 200
  tries=$((tries + 1))
  [ "$tries" -gt 12000 ] && exit 200
  sleep 0.05
done
exec mv "$feed/$1.ready" "$2"
`;

/** Hands the log of an archive to a recovering server, segment by segment, so that it never lies here as a whole. */
export async function feedLog(
  from: { store: BackupStore; macs: Macs; identity: string },
  { archive, folder, own }: { archive: string; folder: string; own: (path: string) => Promise<void> },
): Promise<LogFeed> {
  const names = new Map<string, string>();
  for (const name of await from.store.list(`${archive}/wal/`)) {
    const segment = plainName(name)?.split('/').at(-1)?.slice(0, 24);
    if (segment) names.set(segment, name);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const script = join(folder, 'ask');
  await writeFile(script, SCRIPT, { mode: 0o700 });
  for (const path of [folder, script]) await own(path);
  const segments = [...names.keys()].sort();
  const given = new Set<string>();
  let failure: unknown;
  let ended = false;

  async function give(segment: string): Promise<void> {
    if (given.has(segment)) return;
    given.add(segment);
    const name = names.get(segment)!;
    const draft = join(folder, `${segment}.draft`);
    await rm(draft, { force: true });
    await openObject(from, name, draft, ({ object_sha256 }) => {
      if (!isVouched(from.macs, name, object_sha256)) throw new BackupError(`${name} was changed after it was stored.`);
    });
    await own(draft);
    await rename(draft, join(folder, `${segment}.ready`));
  }

  /** What is wrong with a segment matters once the server asks for it, which ends before it where it recovers to a time. */
  async function giveAhead(segment: string): Promise<void> {
    try {
      await give(segment);
    } catch {
      given.delete(segment);
    }
  }

  async function answer(file: string): Promise<void> {
    const at = segments.indexOf(file);
    if (at < 0) {
      await writeFile(join(folder, `${file}.none`), '');
      return;
    }
    // The server may ask twice for a segment, such as the first one.
    if (!(await exists(join(folder, `${file}.ready`)))) given.delete(file);
    await give(file);
    for (const next of segments.slice(at + 1, at + AHEAD)) await giveAhead(next);
  }

  async function run(): Promise<void> {
    while (!ended) {
      for (const entry of await readdir(folder)) {
        if (!entry.endsWith('.asked')) continue;
        await answer(entry.slice(0, -'.asked'.length));
        await rm(join(folder, entry), { force: true });
      }
      await delay(PAUSE_MS);
    }
  }
  const running = run().catch(async (error: unknown) => {
    failure = error;
    await writeFile(join(folder, 'failed'), '');
  });
  return {
    command: `/bin/sh ${quoted(script)} %f %p`,
    async end() {
      ended = true;
      await running;
      await rm(folder, { recursive: true, force: true });
      if (failure) throw failure;
      return { segments: given.size };
    },
  };
}

/** For a shell, within a setting in which % has a meaning. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
