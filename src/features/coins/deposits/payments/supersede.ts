import type { Tx } from '#platform/db/client.ts';

/** Expires older quotes for the same address that received nothing: deposits belong to the newest quote. */
export async function supersede(sql: Tx, address_id: string, now: Date): Promise<void> {
  await sql`
    update payments p set expires_at = greatest(p.created_at, ${now}::timestamptz)
    where p.address_id = ${address_id} and p.expires_at > ${now}
      and not exists (select from seen_hints h where h.payment_id = p.id)
      and not exists (select from deposits d where d.payment_id = p.id)`;
}
