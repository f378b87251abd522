import type { Sql } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { changeRows, isGenuine, rowMac, type SealedRow } from '#platform/vault/row-seal.ts';

const STEP = 500;

interface Counted {
  /** Rows whose MAC is by a former key. */
  former: number;
  /** Rows without a MAC that fits: nobody proves them anew. */
  unproved: number;
}

interface Walking {
  sql: Sql;
  vault: Macs;
}

/** Counts the rows of a table whose MAC is by a former key. */
export async function countRows({ sql, vault }: Walking, table: string): Promise<Counted> {
  const counted = { former: 0, unproved: 0 };
  for await (const { former, unproved } of walk({ sql, vault }, table)) {
    counted.former += former.length;
    counted.unproved += unproved;
  }
  return counted;
}

/** Proves the rows of a table anew whose MAC is by a former key, a step at a time; one without a MAC that fits stays as it is. */
export async function resealRows({ sql, vault }: Walking, table: string): Promise<Counted> {
  const counted = { former: 0, unproved: 0 };
  for await (const { former, unproved } of walk({ sql, vault }, table)) {
    const forged = await transaction(sql, (tx) => changeRows(vault, tx, { table, ids: former }, {}));
    counted.former += former.length - forged.length;
    counted.unproved += unproved + forged.length;
  }
  return counted;
}

async function* walk({ sql, vault }: Walking, table: string): AsyncGenerator<{ former: string[]; unproved: number }> {
  for (let after = FIRST_ID; ; ) {
    const rows = await sql<(SealedRow & { id: string })[]>`
      select id, sealed_facts(r) as facts, mac from ${sql(table)} r where id > ${after} order by id limit ${STEP}`;
    if (rows.length === 0) return;
    const genuine = rows.filter((row) => isGenuine(vault, table, row));
    const former = genuine.filter(({ facts, mac }) => !rowMac(vault, table, facts).equals(mac ?? Buffer.alloc(0)));
    yield { former: former.map(({ id }) => id), unproved: rows.length - genuine.length };
    after = rows.at(-1)!.id;
  }
}
