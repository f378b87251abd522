import type { Tx } from '#platform/db/client.ts';

export interface OwedBalance {
  owner_id: string;
  /** Below zero where a seller owes the shop: that is nobody's claim, and lowers no other one. */
  cents: number;
}

const PAGE = 2_000;

/** What the shop owes each user and seller, over all of their accounts, in pages. */
export async function* owedBalances(sql: Tx): AsyncGenerator<readonly OwedBalance[]> {
  for (const owner of ['owner_id', 'seller_id']) {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const page = await sql<OwedBalance[]>`
        with owners as materialized (
          select distinct ${sql(owner)} as id from ledger_accounts where ${sql(owner)} > ${after}
          order by id limit ${PAGE})
        select o.id as owner_id,
          coalesce(sum(
            case when a.limited then greatest(b.balance_cents, 0) else account_sum(a.id) end), 0)::bigint as cents
        from owners o
        left join ledger_accounts a on a.${sql(owner)} = o.id and a.kind in (select kind from owed_kinds)
        left join ledger_balances b on b.account_id = a.id
        group by o.id order by o.id`;
      yield page;
      if (page.length < PAGE) break;
      after = page.at(-1)!.owner_id;
    }
  }
}
