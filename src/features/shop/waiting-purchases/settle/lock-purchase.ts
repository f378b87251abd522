import type { Tx } from '#platform/db/client.ts';
import { isCredited, isUnpaid } from './paid.ts';

export interface Waiting {
  id: string;
  user_id: string;
  session_id: string;
  card_ids: string[];
  prices_cents: number[];
  value_card_ids: string[];
  asked_at: string;
  consent_at: string | null;
  consent_version: number | null;
  facts: string;
  mac: Uint8Array | null;
  /** Its money is on the balance, and nothing of it is on hold. */
  credited: boolean;
  credited_cents: number;
  /** Its quote ended without anything being paid. */
  unpaid: boolean;
  /** Its time is over. */
  over: boolean;
  /** Its account may buy. */
  active: boolean;
  disabled: boolean;
  closing: boolean;
}

/** Locks a purchase that still waits; undefined if it ended, or if somebody else decides about it right now. */
export async function lockPurchase(sql: Tx, id: string, now: Date): Promise<Waiting | undefined> {
  const [waiting] = await sql<Waiting[]>`
    select w.id, w.user_id, w.session_id, w.card_ids, w.prices_cents, w.value_card_ids, w.asked_at, w.consent_at, w.consent_version,
      sealed_facts(w) as facts, w.mac, ${isCredited(sql)} as credited,
      (select coalesce(sum(credited_cents), 0)::bigint from deposits where payment_id = w.id) as credited_cents,
      ${isUnpaid(sql, now)} as unpaid, w.expires_at <= ${now} as over,
      u.activated_at is not null as active, u.disabled_at is not null as disabled,
      exists (select from account_closings where user_id = w.user_id) as closing
    from waiting_purchases w join payments p on p.id = w.id join users u on u.id = w.user_id
    where w.id = ${id} and w.state = 'waiting' for update of w skip locked`;
  return waiting;
}
