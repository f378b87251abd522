import type { Input, Reply } from '#contracts/call.ts';
import type { getLedgerAccount as contract, LedgerLine } from '#contracts/office/books.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { type Cursor, decodeCursor, type KeysetOrder, keysetPage } from '#platform/db/keyset.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { RecordKind } from '../../feature.ts';
import { findRecords } from '../../oversight/audit/named-records/find-records.ts';
import { notePerson } from '../../oversight/audit/note-view.ts';
import { type AccountRow, accountColumns, accountTables, ownedBalance, ownerOf } from './ledger/account-columns.ts';
import { sumKinds } from './sums/sum-kinds.ts';

/** A line's transfer, the balance after it, and what it moved: so each page knows where its balances begin. */
const ORDER: KeysetOrder = { name: 'ledger_lines', kinds: ['int', 'int', 'int'] };

type Line = Omit<LedgerLine, 'record'>;
type Moved = Omit<Line, 'balance_cents'>;

/** An account with its transfers, newest first, and the balance after each. */
export const getLedgerAccount = (kinds: readonly RecordKind[]) =>
  async function getLedgerAccount(
    ctx: Ctx,
    actor: Actor,
    { params: { id }, query }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    const limit = query.per_page ?? 50;
    const cursor = query.cursor === undefined ? undefined : decodeCursor(ORDER, query.cursor);
    return transaction(ctx.sql, async (tx) => {
      // The balance and the lines of one moment.
      await tx`set transaction isolation level repeatable read`;
      const [account] = await tx<(AccountRow & { balance_cents: number | null })[]>`
      select ${accountColumns(tx)},
        case when a.owner_id is not null or a.seller_id is not null then ${ownedBalance(tx)} end as balance_cents
      from ${accountTables(tx)} where a.id = ${id}`;
      if (!account) throw new AppError('not_found', message('ledger.no_account'));
      await notePerson(ctx, tx, actor, account.owner_id);
      const balance_cents = account.balance_cents ?? (await sumKinds(tx, account.kind))[0]?.balance_cents ?? 0;
      const fetched = withBalances(await readLines(tx, id, cursor, limit + 1), cursor, balance_cents);
      const key = ({ id, balance_cents, cents }: Line) => [id, balance_cents, cents];
      const page = keysetPage({ order: ORDER, cursor, limit, fetched, key });
      const records = await findRecords(
        tx,
        kinds,
        page.rows.flatMap(({ reference }) => reference ?? []),
      );
      const lines = page.rows.map((row) => ({ ...row, record: records.get(row.reference ?? '') ?? null }));
      const linkTo = (to: string | null) => to && `/api/admin/ledger/accounts/${id}?per_page=${limit}&cursor=${to}`;
      return {
        data: { id: account.id, kind: account.kind, owner: ownerOf(account), balance_cents, lines },
        meta: { per_page: limit },
        links: { prev: linkTo(page.prev), next: linkTo(page.next) },
      };
    });
  };

/** In the order of reading: newest first, but oldest first on the way back. */
async function readLines(sql: Db, account: number, cursor: Cursor | undefined, limit: number): Promise<Moved[]> {
  const back = cursor?.direction === 'prev';
  const beyond = cursor ? sql`and id ${back ? sql`>` : sql`<`} ${cursor.values[0]!}` : sql``;
  const order = back ? sql`order by id` : sql`order by id desc`;
  return sql<Moved[]>`
    select t.id, t.created_at as at, t.kind, t.cents, t.reference,
      jsonb_build_object('id', o.id, 'kind', o.kind) as other
    from (
      (select *, -amount_cents as cents, credit_account_id as other_id from ledger_transfers
        where debit_account_id = ${account} ${beyond} ${order} limit ${limit})
      union all
      (select *, amount_cents, debit_account_id from ledger_transfers
        where credit_account_id = ${account} ${beyond} ${order} limit ${limit})
    ) t join ledger_accounts o on o.id = t.other_id ${order} limit ${limit}`;
}

function withBalances(moved: readonly Moved[], cursor: Cursor | undefined, balance: number): Line[] {
  const [, after = 0, cents = 0] = (cursor?.values ?? []) as number[];
  if (cursor?.direction === 'prev') {
    let before = after;
    return moved.map((line) => {
      before += line.cents;
      return { ...line, balance_cents: before };
    });
  }
  let rest = cursor ? after - cents : balance;
  return moved.map((line) => {
    const balance_cents = rest;
    rest -= line.cents;
    return { ...line, balance_cents };
  });
}
