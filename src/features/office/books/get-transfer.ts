import type { Input, Reply } from '#contracts/call.ts';
import type { getTransfer as contract } from '#contracts/office/books.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { RecordKind } from '../../feature.ts';
import { notePerson } from '../../oversight/audit/note-view.ts';
import { type AccountRow, accountColumns, accountTables, ownerOf } from './ledger/account-columns.ts';
import { findReferences } from './ledger/find-references.ts';
import { type TransferRow, transferColumns, transferTables, withRecords } from './ledger/transfer-columns.ts';

/** As many as an order of a hundred cards of sellers moves. */
const RELATED = 300;

export const getTransfer = (kinds: readonly RecordKind[]) =>
  async function getTransfer(
    ctx: Ctx,
    actor: Actor,
    { params: { id } }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    const { sql } = ctx;
    const [row] = await sql<(TransferRow & { unique_key: string })[]>`
    select ${transferColumns(sql)}, t.unique_key from ${transferTables(sql)} where t.id = ${id}`;
    if (!row) throw new AppError('not_found', message('ledger.no_transfer'));
    const accounts = await readAccounts(sql, [row.debit.id, row.credit.id]);
    for (const { owner } of accounts.values()) if (owner?.kind === 'user') await notePerson(ctx, sql, actor, owner.id);
    const references = row.reference ? await findReferences(sql, row.reference) : [];
    const related = await sql<TransferRow[]>`
    select ${transferColumns(sql)} from ${transferTables(sql)}
    where t.reference = any(${references}::uuid[]) and t.id <> ${id} order by t.id limit ${RELATED}`;
    const [transfer, ...others] = await withRecords(sql, kinds, [row, ...related]);
    const { debit, credit } = row;
    return {
      data: {
        ...transfer!,
        unique_key: row.unique_key,
        related: others,
        debit: accounts.get(debit.id)!,
        credit: accounts.get(credit.id)!,
      },
    };
  };

async function readAccounts(sql: Db, ids: number[]) {
  const rows = await sql<AccountRow[]>`
    select ${accountColumns(sql)} from ${accountTables(sql)} where a.id = any(${ids}::bigint[])`;
  return new Map(rows.map((row) => [row.id, { id: row.id, kind: row.kind, owner: ownerOf(row) }]));
}
