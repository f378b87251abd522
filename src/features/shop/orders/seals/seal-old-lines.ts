import type { Sql } from '#platform/db/client.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { sealLine } from './seal-line.ts';
import { type StoredLine, soldLine } from './sold-lines.ts';

const AT_ONCE = 1_000;

/** Seals the lines from before lines had seals, if the ledger has their payment. Needs the connection of the tables' owner. */
export async function sealOldLines(sql: Sql, vault: Macs): Promise<void> {
  for (let more = true; more; ) {
    more = await sql.begin(async (tx) => {
      const due = await tx<{ id: string }[]>`
        delete from rows_to_seal where (kind, id) in (
          select kind, id from rows_to_seal where kind = 'line' order by id limit ${AT_ONCE} for update skip locked)
        returning id`;
      if (due.length === 0) return false;
      const lines = await tx<{ sold: StoredLine }[]>`
        select ${soldLine(sql)} as sold from order_lines l join orders o on o.id = l.order_id
        where l.id = any(${due.map(({ id }) => id)}::uuid[]) and l.mac is null`;
      const paid = lines.flatMap(({ sold }) => (sold.paid ? [{ ...sold, sold_at: new Date(sold.sold_at) }] : []));
      await tx`
        update order_lines l set mac = decode(seal.mac, 'hex')
        from unnest(${paid.map(({ line_id }) => line_id)}::uuid[],
          ${paid.map((line) => sealLine(vault, line).toString('hex'))}::text[]) as seal (id, mac)
        where l.id = seal.id`;
      return true;
    });
  }
}
