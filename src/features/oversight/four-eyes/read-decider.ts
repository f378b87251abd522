import type { Db } from '#platform/db/client.ts';
import type { Actor } from '../../ctx.ts';

interface Decider {
  session_id: string | null;
  /** What the session was last confirmed by; null for a command, which has no session. */
  factor: string | null;
}

/** From which session somebody decides, and what stands behind it: a decision's MAC covers both. */
export async function readDecider(sql: Db, { user: { session_id } }: Actor): Promise<Decider> {
  const [session] = await sql<
    { factor: string | null }[]
  >`select confirmed_by as factor from sessions where id = ${session_id}`;
  return { session_id, factor: session?.factor ?? null };
}
