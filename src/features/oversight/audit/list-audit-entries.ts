import type { Input, Reply } from '#contracts/call.ts';
import type { AuditEntry, listAuditEntries as contract } from '#contracts/oversight/audit.ts';
import type { Db } from '#platform/db/client.ts';
import { decodeCursor, type KeysetOrder, keysetPage } from '#platform/db/keyset.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { RecordKind } from '../../feature.ts';
import { findRecords } from './named-records/find-records.ts';
import { readSelection, selected } from './named-records/select-entries.ts';

const ORDER: KeysetOrder = { name: 'audit', kinds: ['int'] };

/** The audit log by who, what, whom and when, newest first. */
export const listAuditEntries = (kinds: readonly RecordKind[]) =>
  async function listAuditEntries(
    { sql }: Ctx,
    _actor: Actor,
    { query }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    const { cursor: from, per_page: limit = 50, ...filters } = query;
    const cursor = from === undefined ? undefined : decodeCursor(ORDER, from);
    const back = cursor?.direction === 'prev';
    const which = selected(sql, await readSelection(sql, filters));
    const [fetched, actions] = await Promise.all([
      sql<Omit<AuditEntry, 'record'>[]>`
      select e.id, e.at, e.action, e.subject,
        case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username) end as actor
      from audit_entries e left join users u on u.id = e.actor_id
      where ${which} ${cursor ? sql`and e.id ${back ? sql`>` : sql`<`} ${cursor.values[0]!}` : sql``}
      order by e.id ${back ? sql`` : sql`desc`} limit ${limit + 1}`,
      readActions(sql),
    ]);
    const page = keysetPage({ order: ORDER, cursor, limit, fetched, key: ({ id }) => [id] });
    const records = await findRecords(
      sql,
      kinds,
      page.rows.map(({ subject }) => subject),
    );
    const params = new URLSearchParams(Object.entries({ ...filters, per_page: String(limit) }));
    const linkTo = (to: string | null) => to && `${PATH}?${params}&cursor=${to}`;
    return {
      data: page.rows.map((row) => ({ ...row, record: records.get(row.subject) ?? null })),
      meta: { per_page: limit, actions },
      links: { prev: linkTo(page.prev), next: linkTo(page.next) },
    };
  };

const PATH = '/api/admin/audit-entries';

/** Every action that occurs: one step along the index for each, not a walk over all entries. */
async function readActions(sql: Db): Promise<string[]> {
  const rows = await sql<{ action: string }[]>`
    with recursive seen as (
      (select action from audit_entries order by action limit 1)
      union all
      select (select e.action from audit_entries e where e.action > s.action order by e.action limit 1)
      from seen s where s.action is not null)
    select action from seen where action is not null`;
  return rows.map(({ action }) => action);
}
