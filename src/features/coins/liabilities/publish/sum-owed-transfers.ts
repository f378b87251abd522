import type { Tx } from '#platform/db/client.ts';

const PAGE = 200_000;

/** The same sum from the other end: from every transfer since the first, without a look at any balance. */
export async function sumOwedTransfers(sql: Tx): Promise<number> {
  let sum = 0;
  for (let after = 0; ; ) {
    const [page] = await sql<[{ last: number; count: number; cents: number }]>`
      with page as materialized (
        select id, debit_account_id, credit_account_id, amount_cents from ledger_transfers
        where id > ${after} order by id limit ${PAGE})
      select coalesce(max(p.id), 0) as last, count(*) as count, (
        coalesce(sum(p.amount_cents) filter (where c.kind in (select kind from owed_kinds)), 0)
        - coalesce(sum(p.amount_cents) filter (where d.kind in (select kind from owed_kinds)), 0))::bigint as cents
      from page p join ledger_accounts c on c.id = p.credit_account_id
        join ledger_accounts d on d.id = p.debit_account_id`;
    sum += page.cents;
    if (page.count < PAGE) return sum;
    after = page.last;
  }
}
