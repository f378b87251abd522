import type { Db, Fragment, Tx } from '#platform/db/client.ts';

/** What a change of several tickets can touch, and an undo brings back. */
export interface TicketState {
  id: string;
  status: number;
  assignee_id: string | null;
  priority: number;
  tags: string[];
  waiting_since: string | null;
  answer_due_at: string | null;
  solve_due_at: string | null;
  solve_left_ms: number | null;
  solved_at: string | null;
  solve_ms: number | null;
  solve_in_time: boolean | null;
  /** Never changes. */
  created_at: string;
}

/** With whose it is and what it is called, which nothing changes. */
export type LockedState = TicketState & { user_id: string | null; number: number };

const columns = (sql: Db): Fragment => sql`
  id, status, assignee_id, priority, tags, waiting_since, answer_due_at, solve_due_at, solve_left_ms, solved_at,
  solve_ms, solve_in_time, created_at`;

/** Locks tickets in the order of their ids, so that two changes at the same moment wait for each other. */
export async function lockStates(sql: Tx, ids: readonly string[]): Promise<LockedState[]> {
  const rows = await sql<LockedState[]>`
    select ${columns(sql)}, user_id, number from tickets where id = any(${ids}::uuid[]) order by id for update`;
  return [...rows];
}

export async function writeState(sql: Tx, now: Date, state: TicketState): Promise<void> {
  await sql`
    update tickets set status = ${state.status}, assignee_id = ${state.assignee_id}, priority = ${state.priority},
      tags = ${state.tags}, waiting_since = ${state.waiting_since}, answer_due_at = ${state.answer_due_at},
      solve_due_at = ${state.solve_due_at}, solve_left_ms = ${state.solve_left_ms}, solved_at = ${state.solved_at},
      solve_ms = ${state.solve_ms}, solve_in_time = ${state.solve_in_time}, updated_at = ${now},
      -- Of what stays due as it was, the alert was raised already.
      escalated_at = case when (status, answer_due_at, solve_due_at)
        is not distinct from (${state.status}::smallint, ${state.answer_due_at}::timestamptz,
          ${state.solve_due_at}::timestamptz) then escalated_at end
    where id = ${state.id}`;
}
