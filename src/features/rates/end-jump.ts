import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { endAlert } from '../alerts/end-alert.ts';
import { RATE_JUMP } from './record-jump.ts';

/** Ends the pause: the rate came back, or people accepted it. */
export async function endJump(sql: Db, now: Date, coin: Coin): Promise<void> {
  const { count } = await sql`update rate_jumps set ended_at = ${now} where coin = ${coin} and ended_at is null`;
  if (count > 0) await endAlert(sql, now, { kind: RATE_JUMP, subject: coin });
}
