import type { Sql } from '#platform/db/client.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { sealLine } from './seal-line.ts';
import { type StoredLine, soldLine } from './sold-lines.ts';

const PIECE = 5_000;

/** Gives the lines of a scrubbed copy, which lost theirs, seals by its own key. */
export async function sealCopiedLines(sql: Sql, vault: Macs): Promise<void> {
  for (;;) {
    const lines = await sql<{ sold: StoredLine }[]>`
      select ${soldLine(sql)} as sold from order_lines l join orders o on o.id = l.order_id
      where l.mac is null limit ${PIECE}`;
    if (lines.length === 0) return;
    const macs = lines.map(({ sold }) => sealLine(vault, { ...sold, sold_at: new Date(sold.sold_at) }).toString('hex'));
    await sql`
      update order_lines l set mac = decode(made.mac, 'hex')
      from unnest(${lines.map(({ sold }) => sold.line_id)}::uuid[], ${macs}::text[]) as made (id, mac)
      where l.id = made.id`;
  }
}
