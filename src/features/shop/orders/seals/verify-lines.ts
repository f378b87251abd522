import type { Db } from '#platform/db/client.ts';
import type { VerifiedPiece } from '#platform/db/verify-all.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { findFlaw, type StoredLine, soldLine } from './sold-lines.ts';

const PIECE = 5_000;

const SENTENCES = {
  seal: 'has no seal of the checkout',
  card: 'is of a card that somebody else bought before and did not give back',
  payment: 'was not paid for, or its price was given back',
} as const;

/** Checks the next lines of orders for the seal of the checkout and for their payment; `last` is null after the last of them. */
export async function verifyLines(sql: Db, vault: Macs, after: string, limit = PIECE): Promise<VerifiedPiece> {
  const rows = await sql<{ id: string; number: number; sold: StoredLine; mac: Uint8Array | null }[]>`
    select l.id, o.number, ${soldLine(sql)} as sold, l.mac from order_lines l join orders o on o.id = l.order_id
    where l.id > ${after} order by l.id limit ${limit}`;
  const problems = rows.flatMap(({ id, number, sold, mac }) => {
    const flaw = findFlaw(vault, sold, mac);
    return flaw ? [`line ${id} of order ${number} ${SENTENCES[flaw]}`] : [];
  });
  return { last: rows.length < limit ? null : rows.at(-1)!.id, problems };
}
