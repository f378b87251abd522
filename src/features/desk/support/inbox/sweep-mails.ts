import { DAY_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';

// No mail server tries for longer than five days.
const RETENTION_MS = 30 * DAY_MS;

/** Forgets which mails were received once none of them can arrive again. */
export async function sweepMails({ sql, clock }: Ctx): Promise<void> {
  await sql`delete from ticket_mails where received_at < ${new Date(clock.now().getTime() - RETENTION_MS)}`;
}
