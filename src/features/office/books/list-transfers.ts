import type { Input, Reply } from '#contracts/call.ts';
import type { listTransfers as contract } from '#contracts/office/books.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import { decodeCursor, type KeysetOrder, keysetPage } from '#platform/db/keyset.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { RecordKind } from '../../feature.ts';
import { findReferences } from './ledger/find-references.ts';
import { type TransferRow, transferColumns, transferTables, withRecords } from './ledger/transfer-columns.ts';

const ORDER: KeysetOrder = { name: 'transfers', kinds: ['int'] };
/** Ids follow time, but a transfer may commit after later ones: so far apart they may be. */
const SLACK = 20_000;

/** Transfers by what they refer to and by days, newest first. */
export const listTransfers = (kinds: readonly RecordKind[]) =>
  async function listTransfers(
    { sql }: Ctx,
    _actor: Actor,
    { query }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    const { cursor: start, per_page: limit = 50, reference, kind, from, to } = query;
    const cursor = start === undefined ? undefined : decodeCursor(ORDER, start);
    const back = cursor?.direction === 'prev';
    const references = reference ? await findReferences(sql, reference) : null;
    const fetched = await sql<TransferRow[]>`
    select ${transferColumns(sql)} from ${transferTables(sql)}
    where ${references ? sql`t.reference = any(${references}::uuid[])` : sql`true`} and ${ofKind(sql, kind)}
      and ${within(sql, { from, to })}
      ${cursor ? sql`and t.id ${back ? sql`>` : sql`<`} ${cursor.values[0]!}` : sql``}
    order by t.id ${back ? sql`` : sql`desc`} limit ${limit + 1}`;
    const page = keysetPage({ order: ORDER, cursor, limit, fetched, key: ({ id }) => [id] });
    const filters = {
      ...(reference && { reference }),
      ...(kind && { kind }),
      ...(from && { from }),
      ...(to && { to }),
    };
    const params = new URLSearchParams({ ...filters, per_page: String(limit) });
    const linkTo = (end: string | null) => end && `/api/admin/ledger/transfers?${params}&cursor=${end}`;
    return {
      data: await withRecords(sql, kinds, page.rows),
      meta: { per_page: limit },
      links: { prev: linkTo(page.prev), next: linkTo(page.next) },
    };
  };

/** `refunds`: whatever paid a card back, as the overview counts it. */
function ofKind(sql: Db, kind: string | undefined): Fragment {
  if (kind === 'refunds') return sql`t.kind in ('return', 'claim')`;
  return kind ? sql`t.kind = ${kind}` : sql`true`;
}

/** The days, also as a range of ids, so that the order by id stays a walk along one index. */
function within(sql: Db, { from, to }: { from: string | undefined; to: string | undefined }): Fragment {
  const start = new Date(from ?? 0);
  const end = new Date(Date.parse(to ?? '2999-12-31') + DAY_MS);
  return sql`
    ${
      from === undefined
        ? sql`true`
        : sql`(t.created_at >= ${start} and t.id >=
            (select b.id from ledger_transfers b where b.created_at >= ${start}
              order by b.created_at limit 1) - ${SLACK}::bigint)`
    } and ${
      to === undefined
        ? sql`true`
        : sql`(t.created_at < ${end} and t.id <=
            (select b.id from ledger_transfers b where b.created_at < ${end}
              order by b.created_at desc limit 1) + ${SLACK}::bigint)`
    }`;
}
