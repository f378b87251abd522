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
  /** How often the log had to begin anew, and up to which of these times a backup began after it. */
  gaps: z.int(),
  covered_gaps: z.int(),
});
type State = z.output<typeof stateShape>;

/** What a data directory remembers of its archive in one store. Each call reads the file: several open it at the same time. */
export interface ArchiveState {
  read(): Promise<State>;
  noteStored(segment: string): Promise<void>;
  /** The log begins anew: only a backup that begins from now on can be followed by it. */
  noteGap(): Promise<void>;
  /** A backup succeeded that began after so many gaps. */
  noteCovered(gaps: number): Promise<void>;
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
  const readState = async (): Promise<State | null> => {
    const { success, data } = stateShape.safeParse(await readJson(stateFile));
    return success && data.owner === owner ? data : null;
  };
  const begun = await readState();
  const first = { archive: randomBytes(8).toString('hex'), owner, stored_segment: null, gaps: 1, covered_gaps: 0 };
  if (!begun) await writeSynced(stateFile, first);
  const read = async () => (await readState()) ?? begun ?? first;
  return {
    read,
    noteStored: async (stored_segment) => writeSynced(stateFile, { ...(await read()), stored_segment }),
    async noteGap() {
      const state = await read();
      await writeSynced(stateFile, { ...state, stored_segment: null, gaps: state.gaps + 1 });
    },
    noteCovered: async (covered_gaps) => writeSynced(stateFile, { ...(await read()), covered_gaps }),
    async readManifest() {
      const { success, data } = manifestShape.safeParse(await readJson(manifestFile));
      return success && data.archive === (await read()).archive ? data : null;
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
