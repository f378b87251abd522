import type { Tx } from '#platform/db/client.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { COMMISSION, SALES, sellerAccount } from './seller-account.ts';

interface Line {
  seller_id: string;
  state: 'pending' | 'available' | 'reversed';
  commission_cents: number;
  share_cents: number;
  returns_borne_by: 'seller' | 'shop';
  reserved_cents: number;
}

/**
 * Takes the share of a card back from its seller, because its buyer got the price back. Where the seller bears returns,
 * they pay the commission too. What is available may fall below zero: it is carried forward.
 */
export async function reverseShare(sql: Tx, line_id: string, now: Date): Promise<void> {
  const [line] = await sql<Line[]>`
    select seller_id, state, commission_cents, share_cents, returns_borne_by,
      case when reserve_released_at is null then reserve_cents else 0 end as reserved_cents
    from seller_lines where line_id = ${line_id} for update`;
  if (!line || line.state === 'reversed') return;
  const { seller_id, commission_cents, share_cents, reserved_cents } = line;
  const seller = line.returns_borne_by === 'seller';
  const charged_cents = seller ? commission_cents : 0;
  const held = line.state === 'pending' ? 'seller_pending' : 'seller_available';
  const back = { credit: SALES, kind: 'seller_return', reference: line_id };
  const moves = [
    { ...back, debit: sellerAccount(held, seller_id), amount_cents: share_cents - reserved_cents, part: 'share' },
    { ...back, debit: sellerAccount('seller_reserved', seller_id), amount_cents: reserved_cents, part: 'reserve' },
    seller
      ? { ...back, debit: sellerAccount('seller_available', seller_id), amount_cents: charged_cents, part: 'charge' }
      : { ...back, debit: COMMISSION, amount_cents: commission_cents, part: 'commission' },
  ];
  for (const { part, ...move } of moves) {
    if (move.amount_cents > 0) await transfer(sql, { ...move, unique_key: `seller_return:${line_id}:${part}` });
  }
  await sql`
    update seller_lines set state = 'reversed', reversed_at = ${now}, charged_cents = ${charged_cents}
    where line_id = ${line_id}`;
}
