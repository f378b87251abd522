import type { Db } from '#platform/db/client.ts';
import { chainHash, type Entry, sealAudit } from './seal-audit.ts';

const PAGE = 5_000;

/** Checks the hash chain from its first entry; a problem names the first entry that differs. */
export async function verifyAudit(sql: Db): Promise<{ entries: number; problems: string[] }> {
  await sealAudit(sql);
  let previous: Uint8Array = new Uint8Array(32);
  let position = 0;
  for (;;) {
    const rows = await sql<(Entry & { position: number; hash: Uint8Array })[]>`
      select c.position, c.hash, c.entry_id as id, e.at::text as at, e.actor_id, e.action, e.subject, e.address, e.details::text as details
      from audit_chain c left join audit_entries e on e.id = c.entry_id
      where c.position > ${position} order by c.position limit ${PAGE}`;
    for (const row of rows) {
      if (row.position !== position + 1)
        return { entries: position, problems: [`position ${position + 1} of the chain is missing`] };
      if (row.action === null) return { entries: position, problems: [`entry ${row.id} is gone`] };
      const expected = chainHash(previous, row.position, row);
      if (!expected.equals(row.hash))
        return { entries: position, problems: [`entry ${row.id} differs from what was chained`] };
      previous = row.hash;
      position = row.position;
    }
    if (rows.length < PAGE) return { entries: position, problems: await unchained(sql) };
  }
}

async function unchained(sql: Db): Promise<string[]> {
  const rows = await sql<{ id: number }[]>`
    select e.id from audit_entries e left join audit_chain c on c.entry_id = e.id
    where c.position is null and e.at < now() - interval '1 minute' order by e.id limit 10`;
  return rows.map(({ id }) => `entry ${id} was never chained`);
}
