import { DAY_MS } from '#contracts/time-units.ts';
import type { Tx } from '#platform/db/client.ts';

const AFTER_OPENING_MS = DAY_MS;

/** Notes that a guest opens a link; from its first opening on, it works for a day. */
export async function noteOpening(sql: Tx, now: Date, link_id: string): Promise<void> {
  await sql`
    update ticket_links set opened_at = ${now},
      expires_at = least(expires_at, ${new Date(now.getTime() + AFTER_OPENING_MS)})
    where id = ${link_id} and opened_at is null`;
}
