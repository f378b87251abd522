import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gt } from 'semver';
import type { Sql, Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { MIGRATION_LOCK } from './migrate.ts';

/**
 * Makes the functions, triggers and views of the database what these files say, in one transaction, unless they are that already.
 * What the files don't make any more is dropped, but for functions that a column, an index or a view needs: those come with
 * migrations. Rules of a newer release stay as they are. Returns whether anything was done.
 */
export async function applyRules(sql: Sql, files: readonly string[], release: string): Promise<boolean> {
  const texts = await Promise.all(files.map(async (file) => (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')));
  const checksum = createHash('sha256').update(texts.join('\0')).digest('hex');
  return transaction(sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    const applied = await readApplied(tx);
    if (applied?.checksum === checksum) return false;
    if (applied && gt(applied.release, release))
      throw new Error(`The database has the rules of Facevalue ${applied.release}, and this is ${release}.`);
    await tx`set local statement_timeout = 0`;
    for (const [place, text] of texts.entries()) await run(tx, files[place]!, text);
    await dropRest(tx);
    if (!applied) await createRulesTable(tx);
    await tx`
      insert into schema_rules (checksum, release) values (${checksum}, ${release})
      on conflict (only_row) do update
      set checksum = excluded.checksum, release = excluded.release, applied_at = now()`;
    return true;
  });
}

async function readApplied(tx: Tx): Promise<{ checksum: string; release: string } | undefined> {
  const [found] = await tx`select from pg_tables where schemaname = 'public' and tablename = 'schema_rules'`;
  if (!found) return;
  const [row] = await tx<{ checksum: string; release: string }[]>`select checksum, release from schema_rules`;
  return row;
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

/** Rows of the catalogue that this transaction didn't write are of rules that are gone. */
async function dropRest(tx: Tx): Promise<void> {
  const old = await tx<{ statement: string }[]>`
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and pg_trigger.xmin <> pg_current_xact_id()::xid
    union all
    select format('drop view %s', ev_class::regclass)
    from pg_rewrite join pg_class on pg_class.oid = ev_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' and pg_rewrite.xmin <> pg_current_xact_id()::xid
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
