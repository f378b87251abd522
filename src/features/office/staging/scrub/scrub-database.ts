import type { Sql, Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { scrubRules } from '../plan/scrub-rules.ts';
import { findUndecided } from './find-undecided.ts';
import { defineMadeValues } from './made-values.ts';
import { refuseOrphans } from './refuse-orphans.ts';

/** Entries with a proof by a key that the copy doesn't have, or of what was emptied away. */
const OF_FORMER_KEYS = ['audit.anchored', 'ledger.anchored', 'ledger.verified', 'liabilities.published'];

/**
 * Replaces what is said about people, and removes keys, codes and queued work, in a database that nobody else uses; takes the
 * superuser. Throws before it changes anything if a column isn't decided about.
 */
export async function scrubDatabase(sql: Sql, { backup, now }: { backup: string; now: Date }): Promise<void> {
  const undecided = await findUndecided(sql, scrubRules);
  if (undecided.length > 0)
    throw new Error(`No rule says what becomes of ${undecided.join(', ')}: this release makes no scrubbed copy.`);
  await transaction(sql, async (tx) => {
    // Triggers that keep rows as they are would refuse; references are looked at in the end.
    await tx`set local session_replication_role = replica`;
    await defineMadeValues(tx);
    for (const [table, rule] of Object.entries(scrubRules)) {
      if (rule === 'emptied') await tx`delete from ${tx(table)}`;
      else if (rule.made) {
        const made = Object.entries(rule.made).map(([column, value]) => `"${column}" = ${value}`);
        await tx.unsafe(`update "${table}" set ${made.join(', ')}`);
      }
    }
    await tx`delete from audit_entries where action = any(${OF_FORMER_KEYS})`;
    await tx`delete from graphile_worker._private_jobs`;
    await tx`delete from graphile_worker._private_job_queues`;
    await tx`insert into scrubs (at, backup) values (${now}, ${backup}) on conflict (single) do update set at = excluded.at, backup = excluded.backup`;
    await refreshViews(tx);
    await refuseOrphans(tx);
  });
}

/** What views hold was made of the former rows. */
async function refreshViews(sql: Tx): Promise<void> {
  const views = await sql<{ name: string }[]>`select oid::regclass::text as name from pg_class where relkind = 'm'`;
  for (const { name } of views) await sql.unsafe(`refresh materialized view ${name}`);
}

/** Gives back what the former rows took on the disk, so that no file holds them any more. */
export async function forgetFormerRows(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'm') and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`;
  // The planner's notes hold the most frequent values of each column.
  await sql`delete from pg_statistic`;
  for (const { name } of tables) await sql.unsafe(`vacuum (full, analyze) ${name}`);
  for (const name of ['pg_statistic', 'pg_authid']) await sql.unsafe(`vacuum (full) ${name}`);
  // Segments of the log would be used again, with what they hold: once nothing is reused, checkpoints remove them.
  await sql.unsafe('alter system set wal_recycle = off');
  await sql`select pg_reload_conf()`;
  for (let i = 0; i < 2; i++) {
    await sql`select pg_switch_wal()`;
    await sql`checkpoint`;
  }
  await sql.unsafe('alter system reset wal_recycle');
  await sql`select pg_reload_conf()`;
}
