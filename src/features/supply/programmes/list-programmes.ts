import type { Input, Reply } from '#contracts/call.ts';
import {
  type listProgrammes as contract,
  type ListedProgramme,
  programmeStates,
} from '#contracts/supply/programmes.ts';
import type { Db } from '#platform/db/client.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { type CodeFormat, describeMask } from '../../oversight/import-guard/masks/format.ts';

type Row = Omit<ListedProgramme, 'code_mask'> & { code_format: CodeFormat };

/** Programmes by name unless sorted; every word of the search stands in the name, the issuer or the reference. */
export async function listProgrammes(
  { sql }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const found = searched(sql, query.q);
  const inState = query.state ? sql`p.state = ${query.state}` : sql`true`;
  const [counts, rows] = await Promise.all([
    sql<{ state: ListedProgramme['state']; count: number }[]>`
      select p.state, count(*)::int as count from programmes p where ${found} group by p.state`,
    sql<Row[]>`
      select p.id, p.name, p.issuer_name, p.state, p.country, p.currency, p.level, p.code_format, p.created_at,
        ${available(sql)} as available,
        exists (select from proposals o where o.subject = p.id and o.decision is null) as waiting
      from programmes p where ${found} and ${inState}
      order by ${ORDERS[query.sort ?? 'name'](sql)}, p.id limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  const data = rows.map(({ code_format, ...row }) => ({ ...row, code_mask: describeMask(code_format.code) }));
  const countOf = new Map(counts.map(({ state, count }) => [state, count]));
  const states = programmeStates.map((value) => ({ value, count: countOf.get(value) ?? 0 }));
  const total = states.reduce((sum, { value, count }) => sum + (!query.state || query.state === value ? count : 0), 0);
  return { data, meta: numberedMeta(page, total, data.length), states: states.filter(({ count }) => count > 0) };
}

const ORDERS = {
  name: (sql: Db) => sql`lower(p.name)`,
  '-name': (sql: Db) => sql`lower(p.name) desc`,
  created_at: (sql: Db) => sql`p.created_at`,
  '-created_at': (sql: Db) => sql`p.created_at desc`,
};

const searched = (sql: Db, q = '') => sql`
  not exists (
    select from regexp_split_to_table(lower(trim(${q})), '\\s+') word
    where position(word in lower(p.name || ' ' || p.issuer_name || ' ' || p.registration_ref)) = 0)`;

const available = (sql: Db) => sql`coalesce((select sum(cards) from lots_left where programme_id = p.id), 0)::int`;
