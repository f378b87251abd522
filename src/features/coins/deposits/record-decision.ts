import type { Db } from '#platform/db/client.ts';

interface Decision {
  deposit_id: string;
  /** A proposal needs a second admin; `keep` holds until someone releases. */
  decision: 'release' | 'keep';
  reason: string;
  held_for: string | null;
  actor_id: string;
  at: Date;
}

export async function recordDecision(sql: Db, { deposit_id, decision, reason, held_for, actor_id, at }: Decision) {
  await sql`
    insert into hold_decisions (deposit_id, decision, reason, hold_reason, actor_id, at)
    values (${deposit_id}, ${decision}, ${reason}, ${held_for ?? 'none'}, ${actor_id}, ${at})`;
}
