import { DAY_MS } from '#contracts/time-units.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';

const RETENTION_MS = 7 * DAY_MS;

export async function sweepIdempotencyKeys(sql: Db, clock: Clock): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${new Date(clock.now().getTime() - RETENTION_MS)}`;
}
