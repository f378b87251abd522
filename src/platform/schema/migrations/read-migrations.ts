import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A numbered file that changes the tables. */
export interface Migration {
  version: number;
  name: string;
  text: string;
  checksum: string;
  /** Of a text that no release had, and that made the same together with a later file; null: none. */
  was: string | null;
  /** Its statements run one by one, while the shop sells (CONTRIBUTING, "Change tables"). */
  in_steps: boolean;
}

const NOT_MIGRATIONS = ['schema.sql', 'grants.sql', 'grants-web.sql'];

/** The migrations of a folder, the oldest first. Numbers may have gaps, for changes developed in parallel; no two files may share one. */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql') && !NOT_MIGRATIONS.includes(name)).sort();
  const migrations: Migration[] = [];
  for (const name of names) {
    const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
    if (!(version > (migrations.at(-1)?.version ?? 0)))
      throw new Error(`${name} must be called NNNN_<words>.sql, with a number that no other file has.`);
    const text = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(text).digest('hex');
    const was = /^-- Was ([0-9a-f]{64})\b/.exec(text)?.[1] ?? null;
    migrations.push({ version, name, text, checksum, was, in_steps: text.startsWith('-- In steps') });
  }
  return migrations;
}
