import type { NamedRecord } from '#contracts/oversight/audit.ts';
import type { Db } from '#platform/db/client.ts';
import type { RecordKind } from '../../../feature.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isId = (text: string): boolean => UUID.test(text);

interface Found extends Omit<NamedRecord, 'link'> {
  place: string | null;
}

/** The records that ids refer to, by id. Ids of nothing, or of something removed since, are left out. */
export async function findRecords(
  sql: Db,
  kinds: readonly RecordKind[],
  texts: readonly string[],
): Promise<Map<string, NamedRecord>> {
  const ids = [...new Set(texts.filter(isId))];
  if (ids.length === 0) return new Map();
  const selects = kinds.map(
    ({ kind, select }) => sql`select n.id, ${kind}::text as kind, n.name, n.place from (${select(sql)}) n`,
  );
  const rows = await sql<Found[]>`
    with wanted as (select unnest(${ids}::uuid[]) as id)
    ${selects.reduce((all, one) => sql`${all} union all ${one}`)}`;
  const linkOf = new Map(kinds.map(({ kind, link }) => [kind, link]));
  return new Map(
    rows.map(({ place, ...row }) => [row.id, { ...row, link: linkOf.get(row.kind)?.({ id: row.id, place }) ?? null }]),
  );
}
