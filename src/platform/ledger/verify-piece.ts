import type { Db } from '#platform/db/client.ts';

/** Transfers or accounts that were looked at. */
export interface LedgerPiece {
  /** The id to go on after; null after the last piece. */
  last: number | null;
  count: number;
  problems: string[];
}

const TRANSFERS = 10_000;
const ACCOUNTS = 1_000;

/** Checks the next transfers: that they move something, between accounts that are there and that their kind is for. */
export async function verifyTransfers(sql: Db, after: number): Promise<LedgerPiece> {
  const [piece] = await sql<Transfers[]>`
    with piece as materialized (select * from ledger_transfers where id > ${after} order by id limit ${TRANSFERS})
    select count(*) as count, max(id) as last,
      (select jsonb_agg(jsonb_build_object('id', id, 'cents', amount_cents) order by id) from piece
        where amount_cents <= 0) as still,
      (select jsonb_agg(distinct of.account_id)
        from piece, lateral (values (debit_account_id), (credit_account_id)) of (account_id)
        where not exists (select from ledger_accounts a where a.id = of.account_id)) as gone,
      (select jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'debit', d.kind, 'credit', c.kind) order by p.id)
        from piece p join ledger_accounts d on d.id = p.debit_account_id
          join ledger_accounts c on c.id = p.credit_account_id
        where not exists (
            select from transfer_kinds k where (k.kind, k.debit, k.credit) = (p.kind, d.kind, c.kind))
          or coalesce(d.owner_id, d.seller_id) <> coalesce(c.owner_id, c.seller_id)) as foreign_to_kind
    from piece`;
  const { count, last, still, gone, foreign_to_kind } = piece!;
  const problems = [
    ...(still ?? []).map(({ id, cents }) => `transfer ${id} moves ${cents} cents`),
    ...(gone ?? []).map((id) => `account ${id} has transfers but is gone`),
    ...(foreign_to_kind ?? []).map(
      ({ id, kind, debit, credit }) =>
        `transfer ${id} is of a kind that doesn't go from ${debit} to ${credit}: ${kind}`,
    ),
  ];
  return { last: count < TRANSFERS ? null : last, count, problems };
}

interface Transfers {
  count: number;
  last: number | null;
  still: { id: number; cents: number }[] | null;
  gone: number[] | null;
  foreign_to_kind: { id: number; kind: string; debit: string; credit: string }[] | null;
}

interface Derived {
  id: number;
  kind: string;
  owner_id: string | null;
  limited: boolean;
  balance_cents: number | null;
  derived: number | null;
}

/** Derives the next balances again. One statement sees balances and transfers of one moment, so sales in between make no problem. */
export async function verifyAccounts(sql: Db, after: number): Promise<LedgerPiece> {
  const accounts = await sql<Derived[]>`
    select a.id, a.kind, coalesce(a.owner_id, a.seller_id) as owner_id, a.limited, b.balance_cents,
      case when a.limited or b.account_id is not null then (
        coalesce((select sum(amount_cents) from ledger_transfers where credit_account_id = a.id), 0)
        - coalesce((select sum(amount_cents) from ledger_transfers where debit_account_id = a.id), 0)
        )::bigint end as derived
    from (select * from ledger_accounts where id > ${after} order by id limit ${ACCOUNTS}) a
    left join ledger_balances b on b.account_id = a.id order by a.id`;
  return {
    last: accounts.length < ACCOUNTS ? null : accounts.at(-1)!.id,
    count: accounts.length,
    problems: accounts.flatMap(problemsOf),
  };
}

/** An account that is a sum has no balance row to compare. */
function problemsOf({ kind, owner_id, limited, balance_cents, derived }: Derived): string[] {
  if (derived === null) return [];
  const name = `${kind}${owner_id ? ` of ${owner_id}` : ''}`;
  return [
    ...(limited && balance_cents === null ? [`${name} is limited but has no balance row`] : []),
    ...(limited && derived < 0 ? [`${name} derives to ${derived}, below zero`] : []),
    ...(balance_cents !== null && balance_cents !== derived
      ? [`${name} stands at ${balance_cents} but derives to ${derived}`]
      : []),
  ];
}
