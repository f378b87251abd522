import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { BackupError } from '../store/backup-store.ts';

/** Where packages put the programs of several releases beside each other: Debian's, and those of PostgreSQL's own repository for others. */
const FOLDERS = [
  { folder: '/usr/lib/postgresql', name: /^\d+$/ },
  { folder: '/usr', name: /^pgsql-\d+$/ },
];

/** A program of PostgreSQL that deals with a server of that release, and of the oldest that does. Throws a BackupError that says what to install. */
export async function findProgram(name: 'pg_dump' | 'pg_restore', release: number): Promise<string> {
  const places = [...(await Promise.all(FOLDERS.map(programsIn))).flat(), ...(process.env.PATH ?? '').split(delimiter)];
  const found = await Promise.all(places.map((place) => releaseOf(join(place, name))));
  const fitting = found.filter((each) => each !== null && each.release >= release).map((each) => each!);
  const [first] = fitting.toSorted((one, other) => one.release - other.release);
  if (first) return first.file;
  const older = found.filter((each) => each !== null).length > 0;
  throw new BackupError(
    `${older ? `Every ${name} here is older than the database's server` : `There is no ${name} here`}: install PostgreSQL's client programs, release ${release} or newer (Debian: postgresql-client-${release}).`,
  );
}

async function programsIn({ folder, name }: (typeof FOLDERS)[number]): Promise<string[]> {
  const entries = await readdir(folder).catch((): string[] => []);
  return entries.filter((entry) => name.test(entry)).map((entry) => join(folder, entry, 'bin'));
}

async function releaseOf(file: string): Promise<{ file: string; release: number } | null> {
  try {
    const { stdout } = await promisify(execFile)(file, ['--version']);
    const release = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
    return release > 0 ? { file, release } : null;
  } catch {
    return null;
  }
}
