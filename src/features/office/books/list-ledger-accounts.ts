import type { Input, Reply } from '#contracts/call.ts';
import type { listLedgerAccounts as contract, LedgerAccount } from '#contracts/office/books.ts';
import type { Db } from '#platform/db/client.ts';
import { decodeCursor, type KeysetOrder, keysetPage } from '#platform/db/keyset.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { findUserId } from '../../oversight/audit/named-records/find-named.ts';
import { noteList } from '../../oversight/audit/note-view.ts';
import { type AccountRow, accountColumns, accountTables, ownedBalance, ownerOf } from './ledger/account-columns.ts';
import { sumKinds } from './sums/sum-kinds.ts';

const ORDER: KeysetOrder = { name: 'ledger_accounts', kinds: ['int'] };
type Row = AccountRow & { balance_cents: number | null };

/** The accounts of one kind or one owner, in the order in which they were opened. */
export async function listLedgerAccounts(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const { cursor: from, per_page: limit = 50, kind, owner } = query;
  const cursor = from === undefined ? undefined : decodeCursor(ORDER, from);
  const back = cursor?.direction === 'prev';
  const owner_id = owner ? await findUserId(sql, owner) : null;
  const fetched = await sql<Row[]>`
    select ${accountColumns(sql)},
      case when a.owner_id is not null or a.seller_id is not null then ${ownedBalance(sql)} end as balance_cents
    from ${accountTables(sql)}
    where ${kind ? sql`a.kind = ${kind}` : sql`true`}
      and ${owner ? sql`(a.owner_id = ${owner_id} or a.seller_id = ${owner_id})` : sql`true`}
      ${cursor ? sql`and a.id ${back ? sql`<` : sql`>`} ${cursor.values[0]!}` : sql``}
    order by a.id ${back ? sql`desc` : sql``} limit ${limit + 1}`;
  const page = keysetPage({ order: ORDER, cursor, limit, fetched, key: ({ id }) => [id] });
  await noteList(
    ctx,
    sql,
    actor,
    page.rows.flatMap((row) => row.owner_id ?? []),
  );
  const params = new URLSearchParams({ ...(kind && { kind }), ...(owner && { owner }), per_page: String(limit) });
  const linkTo = (to: string | null) => to && `/api/admin/ledger/accounts?${params}&cursor=${to}`;
  return {
    data: await Promise.all(page.rows.map((row) => withBalance(sql, row))),
    meta: { per_page: limit },
    links: { prev: linkTo(page.prev), next: linkTo(page.next) },
  };
}

/** A kind of the shop's own has one account: its sum is that of the kind. */
async function withBalance(sql: Db, row: Row): Promise<LedgerAccount> {
  const balance_cents = row.balance_cents ?? (await sumKinds(sql, row.kind))[0]?.balance_cents ?? 0;
  return { id: row.id, kind: row.kind, owner: ownerOf(row), balance_cents };
}
