import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gt } from 'semver';
import type { Db, Sql, Tx } from '#platform/db/client.ts';
import { limitLocks, untilUnlocked } from '#platform/db/lock-limit.ts';
import { isOtherView } from '#platform/db/pg-errors.ts';
import { inTurn } from '#platform/db/take-turn.ts';
import { MIGRATION_LOCK } from './migrate.ts';
import { partRules } from './migrations/part-rules.ts';

/**
 * Makes the functions, triggers and views of the database what these files say, in one transaction, unless they are that already.
 * What the files don't make any more is dropped, but for functions that a column, an index or a view needs: those come with
 * migrations. The release before runs with the rules of the one after it; an older one throws. Returns whether anything was done.
 */
export async function applyRules(sql: Sql, files: readonly string[], release: string): Promise<boolean> {
  const { texts, checksum } = await readRules(files);
  const apply = ({ leavesEqual = false, dropsViews = false }) =>
    inTurn(sql, MIGRATION_LOCK, async (tx) => {
      const applied = await readAppliedRules(tx);
      if (applied?.checksum === checksum) return false;
      if (applied && gt(applied.release, release)) {
        if (applied.release_before === release) return false;
        throw new Error(`The database has the rules of Facevalue ${applied.release}, and this is ${release}.`);
      }
      await tx`set local statement_timeout = 0`;
      await limitLocks(tx);
      if (dropsViews) await dropViews(tx);
      const known = { digests: leavesEqual ? (applied?.locking ?? []) : [], there: await readThere(tx) };
      const parts = partRules(texts, known);
      for (const [place, text] of parts.changed.entries()) await run(tx, files[place]!, text);
      await dropRest(tx, parts.equal);
      await prepareRulesTable(tx);
      await tx`
        insert into schema_rules as known (checksum, release, locking) values (${checksum}, ${release}, ${parts.locking})
        on conflict (only_row) do update
        set checksum = excluded.checksum, release = excluded.release, applied_at = now(), locking = excluded.locking,
          release_before = case known.release when excluded.release then known.release_before else known.release end`;
      return true;
    });
  try {
    return await untilUnlocked(() => apply({ leavesEqual: true }));
  } catch {
    // What stays as it is may need what changes: then all is made anew.
    return untilUnlocked(() => apply({})).catch((error: unknown) => {
      // `create or replace` adds columns at the end of a view, and takes none away: the release after a step back has fewer.
      if (!isOtherView(error)) throw error;
      return untilUnlocked(() => apply({ dropsViews: true }));
    });
  }
}

/** Rules as they stand in files, and what they are compared by. */
export async function readRules(files: readonly string[]): Promise<{ texts: string[]; checksum: string }> {
  const texts = await Promise.all(files.map(async (file) => (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')));
  return { texts, checksum: createHash('sha256').update(texts.join('\0')).digest('hex') };
}

export interface AppliedRules {
  checksum: string;
  release: string;
  /** Which the one that applied them followed; null: none, or one from before this was noted. */
  release_before: string | null;
  /** Digests of those that lock a table or a view; null: not noted yet. */
  locking: string[] | null;
}

/** The rules that a database has; undefined where it is empty. */
export async function readAppliedRules(sql: Db): Promise<AppliedRules | undefined> {
  const [found] = await sql`select from pg_tables where schemaname = 'public' and tablename = 'schema_rules'`;
  if (!found) return;
  // A database of an earlier release lacks the last columns.
  const [row] = await sql<AppliedRules[]>`
    select checksum, release, to_jsonb(known) ->> 'release_before' as release_before, to_jsonb(known) -> 'locking' as locking
    from schema_rules known`;
  return row;
}

/** Triggers that act, as table.name, and views: a migration may have dropped some. */
async function readThere(tx: Tx): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select tgrelid::regclass || '.' || tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'O'
    union all
    select oid::regclass::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`;
  return rows.map(({ name }) => name);
}

/** All at once, as views may read each other. Who serves may read them again with the rights that are given after the rules. */
async function dropViews(tx: Tx): Promise<void> {
  const [all] = await tx<[{ statement: string | null }]>`
    select 'drop view ' || string_agg(oid::regclass::text, ', ') as statement
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`;
  if (all.statement !== null) await tx.unsafe(all.statement);
}

async function prepareRulesTable(tx: Tx): Promise<void> {
  const columns = await tx<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = to_regclass('public.schema_rules')`;
  if (columns.some(({ name }) => name === 'release_before')) return;
  if (columns.length === 0) await createRulesTable(tx);
  await tx`alter table schema_rules add column release_before text, add column locking text[]`;
  await tx`
    comment on column schema_rules.locking is 'Digests of the triggers and views, which lock their table when they are made anew: equal ones are left.'`;
  await tx`
    comment on column schema_rules.release_before is 'The one whose rules these took the place of: it runs with them, too.'`;
}

async function createRulesTable(tx: Tx): Promise<void> {
  await tx`
    create table schema_rules (
      only_row boolean primary key default true check (only_row),
      checksum text not null,
      release text not null,
      applied_at timestamptz not null default now()
    )`;
  await tx`
    comment on table schema_rules is 'The hash of the files rules.sql that functions, triggers and views come from.'`;
}

async function run(tx: Tx, file: string, text: string): Promise<void> {
  try {
    await tx.unsafe(text);
  } catch (error) {
    throw new Error(`${file} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Rows of the catalogue that this transaction didn't write are of rules that are gone, but for those that were left. */
async function dropRest(tx: Tx, left: readonly string[]): Promise<void> {
  const old = await tx<{ statement: string }[]>`
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and pg_trigger.xmin <> pg_current_xact_id()::xid
      and tgrelid::regclass || '.' || tgname <> all(${[...left]})
    union all
    select format('drop view %s', ev_class::regclass)
    from pg_rewrite join pg_class on pg_class.oid = ev_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' and pg_rewrite.xmin <> pg_current_xact_id()::xid
      and ev_class::regclass::text <> all(${[...left]})
    union all
    select format('drop function %s', f.oid::regprocedure)
    from pg_proc f
    where pronamespace = 'public'::regnamespace and f.xmin <> pg_current_xact_id()::xid
      and not exists (
        select from pg_depend where objid = f.oid and classid = 'pg_proc'::regclass and deptype = 'e')
      and not exists (
        select from pg_depend
        where refobjid = f.oid and refclassid = 'pg_proc'::regclass
          and classid in ('pg_constraint'::regclass, 'pg_attrdef'::regclass, 'pg_class'::regclass))`;
  for (const { statement } of old) await tx.unsafe(statement);
}
