import type { Ctx } from '../ctx.ts';

/**
 * A database belongs to demo mode or to a real shop for good. Demo accounts have a known password and money that nobody
 * paid: a changed setting must not let them into a real shop, nor mix the two the other way round.
 */
export async function refuseMixedModes({ sql, config }: Ctx): Promise<void> {
  const [found] = await sql<{ demo: boolean; used: boolean }[]>`
    select exists (select from ledger_transfers where kind = 'demo_grant') as demo, exists (select from users) as used`;
  if (!config.demo && found?.demo) {
    throw new Error(
      'This database was filled by demo mode: its accounts have a known password and money nobody paid in. For a real shop, set another DATA_DIR or DATABASE_URL. To keep the demo, set DEMO=on.',
    );
  }
  if (config.demo && found?.used && !found.demo) {
    throw new Error(
      'This database belongs to a real shop, and demo mode would add admins with a known password. Set DEMO=off, or give demo mode another DATA_DIR.',
    );
  }
}
