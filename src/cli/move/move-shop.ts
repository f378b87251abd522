import { randomUUID } from 'node:crypto';
import { boot, type Shop } from '#app/boot.ts';
import { connectPatiently, migrationsDir } from '#app/database/migrate-database.ts';
import { ruleFilesOf } from '#app/database/rule-files.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Sql } from '#platform/db/client.ts';
import { markMoved, readMoved, refuseMoved } from '#platform/embedded/moved-mark.ts';
import { indexJobs } from '#platform/jobs/index-jobs.ts';
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts';
import type { Logger } from '#platform/log.ts';
import { copySequences } from '#platform/move/copy-sequences.ts';
import { copyTable } from '#platform/move/copy-table.ts';
import { emptyTarget } from '#platform/move/empty-target.ts';
import { addForeignKeys, dropForeignKeys } from '#platform/move/foreign-keys.ts';
import { listTables, type StoredTable } from '#platform/move/list-tables.ts';
import { sumTable } from '#platform/move/sum-table.ts';
import { endMove, readUnfinished } from '#platform/move/unfinished-move.ts';
import { applyRules } from '#platform/schema/apply-rules.ts';
import { migrate } from '#platform/schema/migrate.ts';
import { refuseOldServer } from '#platform/schema/refuse-old-server.ts';
import { version } from '#platform/version.ts';

interface Move {
  config: Config;
  log: Logger;
  /** Of the new database, for the role that is to own its tables. */
  url: string;
  /** Says how far it is. */
  say: (line: string) => void;
  /** Recomputes the moved shop's books; false where something is wrong. */
  verify: (target: { id: string; url: string }) => Promise<boolean>;
}

/**
 * Moves a shop from the embedded database into an empty one: copies every table, compares counts and digests, has the books verified,
 * and marks the old data directory, in this order. Whatever fails leaves the old shop as it was; the next move begins anew.
 * Returns whether it moved.
 */
export async function moveShop(move: Move): Promise<boolean> {
  const { config, log, url, say } = move;
  const target = connectPatiently(url);
  try {
    await refuseOldServer(target);
    const { data_dir } = config;
    const mark = await readMoved(data_dir);
    // The last step alone was missing.
    if (mark && (await readUnfinished(target)) === mark.id) {
      await endMove(target);
      return true;
    }
    await refuseMoved(data_dir);
    const source = await boot(config, log);
    const id = randomUUID();
    try {
      await emptyTarget(target, id);
      if (!(await fill(source, target, move))) return false;
    } finally {
      await source.close();
    }
    if (!(await move.verify({ id, url }))) return false;
    await markMoved(data_dir, { id, to: placeOf(url), at: systemClock.now().toISOString() });
    await endMove(target);
    return true;
  } finally {
    await target.end({ timeout: 1 });
    say('');
  }
}

/** Server and database. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

async function fill(source: Shop, target: Sql, { config, url, say }: Move): Promise<boolean> {
  await migrate(target, migrationsDir, version);
  await migrateJobs(url);
  await indexJobs(target);
  return source.asOwner(async ({ sql }) => {
    const tables = await listTables(sql);
    refuseOtherTables(tables, await listTables(target));
    const keys = await dropForeignKeys(target);
    // What migrations put there comes from the other database as it is by now.
    await target.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    const different = await copyAll(sql, target, { tables, say });
    for (const name of different) say(`${name} differs after it was copied.`);
    if (different.length > 0) return false;
    await addForeignKeys(target, keys);
    await copySequences(sql, target);
    await applyRules(target, ruleFilesOf(config.demo), version);
    await refreshViews(target);
    await target`analyze`;
    return true;
  });
}

/** The names of tables whose rows aren't the same. */
async function copyAll(
  source: Sql,
  target: Sql,
  { tables, say }: { tables: readonly StoredTable[]; say: Move['say'] },
): Promise<string[]> {
  const different: string[] = [];
  let rows = 0;
  for (const table of tables) {
    await copyTable(source, target, table);
    const [before, after] = [await sumTable(source, table), await sumTable(target, table)];
    if (before.rows !== after.rows || before.digest !== after.digest) different.push(table.name);
    rows += after.rows;
    if (after.rows > 0) say(`${table.name}: ${after.rows} rows, ${after.digest}`);
  }
  say(
    `${tables.length} tables with ${rows} rows: ${different.length === 0 ? 'all are equal' : `${different.length} differ`}`,
  );
  return different;
}

function refuseOtherTables(source: readonly StoredTable[], target: readonly StoredTable[]): void {
  const texts = ([one, other]: (readonly StoredTable[])[]) =>
    one!.filter(
      ({ name, columns }) => !other!.some((each) => each.name === name && each.columns.join() === columns.join()),
    );
  const [found] = [...texts([source, target]), ...texts([target, source])];
  if (found) throw new Error(`${found.name} isn't the same table in both databases: nothing was copied.`);
}

async function refreshViews(target: Sql): Promise<void> {
  const views = await target<{ name: string }[]>`
    select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'm'`;
  for (const { name } of views) await target.unsafe(`refresh materialized view ${name}`);
}
