import type { ChainedLog, Link } from '#platform/chained-log/chained-log.ts';
import { sealLog } from '#platform/chained-log/seal-log.ts';
import type { Db } from '#platform/db/client.ts';
import { transferColumns } from './transfer-columns.ts';
import { type LedgerKey, type SealedTransfer, transferLink } from './transfer-link.ts';
import { unsealedTransfers } from './unsealed-transfers.ts';

/** Links every committed transfer that has no link yet; returns how many. Only one sealer works at a time. */
export const sealTransfers = (sql: Db, key: LedgerKey, onBatch?: (sealed: number) => void): Promise<number> =>
  sealLog(sql, transferLog(key), onBatch);

const transferLog = (
  key: LedgerKey,
): ChainedLog<SealedTransfer, Link & { transfer_id: number; sealed_at: string }> => ({
  lock: 7_346_104,
  async findEnd(sql) {
    const [end] = await sql<Link[]>`select position, link from ledger_chain order by position desc limit 1`;
    return end;
  },
  // Later than the commit of each, as what a check knows of their order needs it: so not now().
  readUnsealed: (sql, limit) => sql<SealedTransfer[]>`
    select t.id, ${transferColumns(sql)}, clock_timestamp()::text as linked_at from ledger_transfers t
    join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
    where ${unsealedTransfers(sql)} order by t.id limit ${limit}`,
  makeLink: (previous, position, transfer) => ({
    position,
    transfer_id: transfer.id,
    sealed_at: transfer.linked_at,
    link: transferLink(key, previous, position, transfer),
  }),
  // Four arrays instead of four parameters a row.
  async append(sql, links) {
    const positions = links.map(({ position }) => position);
    const transfers = links.map(({ transfer_id }) => transfer_id);
    const times = links.map(({ sealed_at }) => sealed_at);
    const made = links.map(({ link }) => Buffer.from(link).toString('hex'));
    await sql`
      insert into ledger_chain (position, transfer_id, sealed_at, link)
      select position, transfer_id, sealed_at, decode(link, 'hex')
      from unnest(${positions}::bigint[], ${transfers}::bigint[], ${times}::text[]::timestamptz[], ${made}::text[])
        as made (position, transfer_id, sealed_at, link)`;
  },
});
