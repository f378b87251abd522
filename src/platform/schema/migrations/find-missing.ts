import { join } from 'node:path';
import { type Migration, readMigrations } from './read-migrations.ts';

/** A row of schema_migrations. */
export interface Applied {
  version: number;
  name: string;
  checksum: string;
  /** The release before could go on after it. */
  expands: boolean;
}

export interface Found {
  /** What the database has behind it, as files. */
  applied: Migration[];
  /** What it lacks of the history that it began with, and then of the files of today. */
  history: Migration[];
  missing: Migration[];
  /** The files that the history stands for. */
  first: Migration[];
  /** What a newer release applied, after which this one runs, too. */
  newer: Applied[];
}

/** What the files of `history` made is what these files make: a database has the one or the other behind it. */
const FIRST_SCHEMAS = 11;

/**
 * Compares what a database has applied with the files of `dir`. Throws if somebody changed a file, or if the database is newer in a
 * way that this release can't live with.
 */
export async function findMissing(applied: readonly Applied[], dir: string): Promise<Found> {
  const migrations = await readMigrations(dir);
  const first = migrations.slice(0, FIRST_SCHEMAS);
  const startsElsewhere = applied.length > 0 && applied[0]?.name !== first[0]?.name;
  const history = startsElsewhere ? await readHistory(dir) : [];
  const began = history.length > 0 && applied[0]?.name === history[0]?.name;
  const known = began ? history : migrations;
  const newer = refuseForeign(applied, known);
  const has = ({ version }: Migration) => applied.some((row) => row.version === version);
  return {
    applied: known.filter(has),
    history: began ? history.filter((each) => !has(each)) : [],
    missing: began ? migrations.slice(FIRST_SCHEMAS) : migrations.filter((each) => !has(each)),
    first: began ? first : [],
    newer,
  };
}

const readHistory = (dir: string): Promise<Migration[]> =>
  readMigrations(join(dir, 'history')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

function refuseForeign(applied: readonly Applied[], migrations: readonly Migration[]): Applied[] {
  const newer: Applied[] = [];
  for (const row of applied) {
    const migration = migrations.find(({ version }) => version === row.version);
    if (!migration && !row.expands)
      throw new Error(`The database is newer than this Facevalue: it has ${row.name}, which is unknown here.`);
    if (!migration) newer.push(row);
    else if (migration.name !== row.name || ![migration.checksum, migration.was].includes(row.checksum))
      throw new Error(`${migration.name} was changed after it had been applied; add a new migration instead.`);
  }
  return newer;
}
