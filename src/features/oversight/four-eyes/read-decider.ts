import type { Db } from '#platform/db/client.ts';
import type { Actor } from '../../ctx.ts';

interface Decider {
  session_id: string | null;
  /** How the session was last confirmed; null for a command, which has no session. */
  factor: string | null;
}

/** The session that somebody decides in, and what confirmed it: a decision's MAC covers both. */
export async function readDecider(sql: Db, { user: { session_id } }: Actor): Promise<Decider> {
  const [session] = await sql<
    { factor: string | null }[]
  >`select confirmed_by as factor from sessions where id = ${session_id}`;
  return { session_id, factor: session?.factor ?? null };
}
