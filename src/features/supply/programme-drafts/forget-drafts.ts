import { DAY_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../ctx.ts';

/** A draft that nobody saved for so long is forgotten. */
export const DRAFT_DAYS = 90;

export async function forgetDrafts({ sql, clock }: Ctx): Promise<void> {
  await sql`delete from programme_drafts where saved_at < ${new Date(clock.now().getTime() - DRAFT_DAYS * DAY_MS)}`;
}
