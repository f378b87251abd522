import type { LedgerTransfer } from '#contracts/office/books.ts';
import type { Db } from '#platform/db/client.ts';
import type { RecordKind } from '../../../feature.ts';
import { findRecords } from '../../../oversight/audit/named-records/find-records.ts';

export type TransferRow = Omit<LedgerTransfer, 'record'>;

/** SQL for a transfer with the kinds of its accounts. */
export const transferColumns = (sql: Db) => sql`
  t.id, t.created_at as at, t.kind, t.amount_cents, t.reference,
  jsonb_build_object('id', d.id, 'kind', d.kind) as debit, jsonb_build_object('id', c.id, 'kind', c.kind) as credit`;
export const transferTables = (sql: Db) => sql`
  ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
  join ledger_accounts c on c.id = t.credit_account_id`;

/** With the records that caused them. */
export async function withRecords(
  sql: Db,
  kinds: readonly RecordKind[],
  rows: readonly TransferRow[],
): Promise<LedgerTransfer[]> {
  const records = await findRecords(
    sql,
    kinds,
    rows.flatMap(({ reference }) => reference ?? []),
  );
  return rows.map((row) => ({ ...row, record: records.get(row.reference ?? '') ?? null }));
}
