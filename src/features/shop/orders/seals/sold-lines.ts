import type { Db } from '#platform/db/client.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { isSealed, type SoldLine } from './seal-line.ts';

/** A line as its rows and the ledger show it. */
export interface StoredLine extends Omit<SoldLine, 'sold_at'> {
  sold_at: string;
  /** Its card is neither returned nor refunded, so its code may be asked for. */
  open: boolean;
  /** The ledger has the transfer with which this buyer paid this order in full. */
  paid: boolean;
  /** The ledger has the transfer that gave the price back. */
  given_back: boolean;
  /** Somebody before bought the card and was not given its price back, or its code was shown for another order. */
  taken: boolean;
}

/** SQL for what the line `l` and its order `o` say was sold, and what the ledger, which nobody rewrites, says about it. */
export const soldLine = (sql: Db) => sql`
  jsonb_build_object('order_id', o.id, 'line_id', l.id, 'card_id', l.card_id, 'user_id', o.user_id,
    'price_cents', l.price_cents, 'sold_at', l.created_at, 'open', l.state in ('delivered', 'revealed'),
    'paid', exists (
      select from ledger_transfers t
      join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
      where t.unique_key = 'order:' || o.id and t.kind = 'order' and t.amount_cents = o.total_cents
        and d.kind = 'available' and d.owner_id = o.user_id and c.kind = 'sales'),
    'given_back', exists (select from ledger_transfers t where t.unique_key = 'return:' || l.id),
    'taken', exists (
        select from order_lines earlier
        where earlier.card_id = l.card_id and earlier.id < l.id and earlier.mac is not null
          and not exists (select from ledger_transfers t where t.unique_key = 'return:' || earlier.id))
      or exists (
        select from audit_entries e where e.subject = l.card_id::text and e.action in ('card.revealed', 'gift.opened')
          and e.details ->> 'order_id' <> o.id::text and e.at < l.created_at))`;

/** Why a line's card was not sold by this shop to this buyer: nobody sealed it, or nothing paid for it. Null if it was. */
export function findFlaw(
  vault: Macs,
  { sold_at, open, paid, given_back, taken, ...sold }: StoredLine,
  mac: Uint8Array | null,
): 'seal' | 'payment' | 'card' | null {
  if (!isSealed(vault, { ...sold, sold_at: new Date(sold_at) }, mac)) return 'seal';
  if (open && taken) return 'card';
  return paid && !(open && given_back) ? null : 'payment';
}
