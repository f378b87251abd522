import type { Db } from '#platform/db/client.ts';
import type { Closure } from '../../../ctx.ts';

/** The last switching that nobody has ended; it may have ended by itself. */
export async function readSwitch(sql: Db): Promise<Closure | null> {
  const [open] = await sql<Closure[]>`
    select 'database' as source, messages, started_at, ends_at from maintenance_windows where ended_at is null`;
  return open ?? null;
}
