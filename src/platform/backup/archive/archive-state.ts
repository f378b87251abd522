import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, realpath, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Manifest, manifest as manifestShape } from '../catalogue/manifest.ts';

const stateShape = z.object({
  archive: z.string(),
  /** Whose archive it is: a copied data directory begins another one. */
  owner: z.string(),
  /** The last segment of the log that is stored; null: none yet. */
  stored_segment: z.string().nullable(),
  /** The log can't follow the last backup any more. */
  has_gap: z.boolean(),
});
type State = z.output<typeof stateShape>;

/** What a data directory remembers of its archive in one store. */
export interface ArchiveState {
  read(): State;
  write(changed: Partial<Pick<State, 'stored_segment' | 'has_gap'>>): Promise<void>;
  /** What the last backup there holds. */
  readManifest(): Promise<Manifest | null>;
  writeManifest(manifest: Manifest): Promise<void>;
}

/** Opens the state of the archive at a place, or begins a new archive there. */
export async function openArchive(data_dir: string, place: string): Promise<ArchiveState> {
  const owner = `${hostname()}:${await realpath(data_dir)}`;
  const folder = join(data_dir, 'backup', createHash('sha256').update(place).digest('hex').slice(0, 16));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [stateFile, manifestFile] = [join(folder, 'archive.json'), join(folder, 'manifest.json')];
  const found = stateShape.safeParse(await readJson(stateFile));
  const known = found.success && found.data.owner === owner;
  let state: State = known
    ? found.data
    : { archive: randomBytes(8).toString('hex'), owner, stored_segment: null, has_gap: true };
  if (!known) await writeSynced(stateFile, state);
  return {
    read: () => state,
    async write(changed) {
      state = { ...state, ...changed };
      await writeSynced(stateFile, state);
    },
    async readManifest() {
      const { success, data } = manifestShape.safeParse(await readJson(manifestFile));
      return success && data.archive === state.archive ? data : null;
    },
    writeManifest: (manifest) => writeSynced(manifestFile, manifest),
  };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // Not there, or half written: the next backup stores everything again.
    return null;
  }
}

async function writeSynced(file: string, value: unknown): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(value));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
