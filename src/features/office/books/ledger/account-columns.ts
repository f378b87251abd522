import type { NamedRecord } from '#contracts/oversight/audit.ts';
import { pagePath } from '#contracts/page-path.ts';
import type { Db } from '#platform/db/client.ts';

export interface AccountRow {
  id: number;
  kind: string;
  owner_id: string | null;
  seller_id: string | null;
  username: string | null;
  legal_name: string | null;
}

/** SQL for an account with the name of its owner. */
export const accountColumns = (sql: Db) => sql`a.id, a.kind, a.owner_id, a.seller_id, u.username, s.legal_name`;
export const accountTables = (sql: Db) => sql`
  ledger_accounts a left join users u on u.id = a.owner_id left join sellers s on s.id = a.seller_id`;

/** SQL for the balance of an account of a user or seller: its row, or the sum since it was last summed up. */
export const ownedBalance = (sql: Db) => sql`
  coalesce((select b.balance_cents from ledger_balances b where b.account_id = a.id), account_sum(a.id))`;

/** Whose account it is; null for the shop's own. */
export function ownerOf({ owner_id, seller_id, username, legal_name }: AccountRow): NamedRecord | null {
  if (owner_id !== null)
    return { id: owner_id, kind: 'user', name: username ?? '', link: pagePath('/admin/users/:id', { id: owner_id }) };
  if (seller_id === null) return null;
  const link = pagePath('/reseller/sellers/:id', { id: seller_id });
  return { id: seller_id, kind: 'seller', name: legal_name ?? '', link };
}
