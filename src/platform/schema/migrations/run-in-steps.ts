import type { Sql } from '#platform/db/client.ts';
import { untilUnlocked, withLockLimit } from '#platform/db/lock-limit.ts';
import { splitStatements } from './split-statements.ts';

/** Above a statement that changes some rows at a time: it runs until it finds none. */
const REPEATED = /^Until it changes nothing\b/;

/**
 * Runs the statements of a migration one by one, each in a transaction of its own. All of them have to be repeatable: one that was
 * interrupted begins anew.
 */
export async function runInSteps(sql: Sql, text: string): Promise<void> {
  for (const { text: statement, comment } of splitStatements(text)) {
    if (/\bconcurrently\b/i.test(statement)) await runConcurrently(sql, statement);
    else await runStep(sql, statement, REPEATED.test(comment));
  }
}

async function runStep(sql: Sql, statement: string, repeated: boolean): Promise<void> {
  for (let changed = 1; changed > 0; ) {
    const { count } = await untilUnlocked(() => withLockLimit(sql, (tx) => tx.unsafe(statement)));
    changed = repeated ? (count ?? 0) : 0;
  }
}

/** Waits for transactions that are older, and holds up nobody meanwhile. What an interrupted run left is no index yet. */
async function runConcurrently(sql: Sql, statement: string): Promise<void> {
  const broken = await sql<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not indisvalid`;
  for (const { name } of broken) await sql.unsafe(`drop index concurrently ${name}`);
  await sql.unsafe(statement);
}
