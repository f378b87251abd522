import type { Db } from '#platform/db/client.ts';

/** The last of what buyers hold proof of, as the restored books have it; null: none. */
export interface Last {
  entry_at: string | null;
  order: { number: number; at: string } | null;
  ticket: { number: number; at: string } | null;
  user_at: string | null;
  credit_at: string | null;
  chains: { coin: string; height: number }[];
}

/** What the shop knows last. Whatever is newer in a buyer's mails, on the chains or at issuers is missing here. */
export async function readLast(sql: Db): Promise<Last> {
  const [found] = await sql<Omit<Last, 'chains'>[]>`
    select (select max(at) from audit_entries) as entry_at,
      (select jsonb_build_object('number', number, 'at', created_at) from orders order by number desc limit 1) as order,
      (select jsonb_build_object('number', number, 'at', created_at) from tickets
        order by number desc limit 1) as ticket,
      (select max(created_at) from users) as user_at,
      (select max(created_at) from ledger_transfers where kind = 'top_up') as credit_at`;
  const chains = await sql<Last['chains']>`
    select coin, height from chain_cursors where height is not null order by coin`;
  return { ...found!, chains };
}
