import type { Db } from '#platform/db/client.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { findFlaw, type StoredLine, soldLine } from './sold-lines.ts';

const AT_ONCE = 5_000;
export const FIRST_LINE = '00000000-0000-0000-0000-000000000000';

const SENTENCES = {
  seal: 'has no seal of the checkout',
  payment: 'was not paid for, or its price was given back',
} as const;

/** Checks the next lines of orders for the seal of the checkout and for their payment; `last` is null after the last of them. */
export async function verifyLines(
  sql: Db,
  vault: Macs,
  after: string,
): Promise<{ last: string | null; problems: string[] }> {
  const rows = await sql<{ id: string; number: number; sold: StoredLine; mac: Uint8Array | null }[]>`
    select l.id, o.number, ${soldLine(sql)} as sold, l.mac from order_lines l join orders o on o.id = l.order_id
    where l.id > ${after} order by l.id limit ${AT_ONCE}`;
  const problems = rows.flatMap(({ id, number, sold, mac }) => {
    const flaw = findFlaw(vault, sold, mac);
    return flaw ? [`line ${id} of order ${number} ${SENTENCES[flaw]}`] : [];
  });
  return { last: rows.length < AT_ONCE ? null : rows.at(-1)!.id, problems };
}

/** All of them. */
export async function verifyAllLines(sql: Db, vault: Macs): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = FIRST_LINE; after !== null; ) {
    const { last, problems }: Awaited<ReturnType<typeof verifyLines>> = await verifyLines(sql, vault, after);
    found.push(...problems);
    after = last;
  }
  return found;
}
