import type { Ctx } from '../../../ctx.ts';

/** Renews the words that searches correct misspellings by, and forgets those that no ticket holds any more. */
export async function sweepWords({ sql }: Ctx): Promise<void> {
  await sql`select refresh_ticket_words()`;
}
