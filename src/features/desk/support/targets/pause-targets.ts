import type { Tx } from '#platform/db/client.ts';
import { readDeskSettings } from '../../desk-settings/read-desk-settings.ts';
import { businessTimeBetween } from './business-hours.ts';

interface Waiting {
  status: number;
  created_at: string;
  answer_due_at: string | null;
  solve_due_at: string | null;
  first_answered_at: string | null;
}

/** Stops the clock of a ticket that staff has answered: now the buyer is the one to reply. */
export async function pauseTargets(sql: Tx, now: Date, ticket_id: string): Promise<void> {
  const [[ticket], settings] = await Promise.all([
    sql<Waiting[]>`
      select status, created_at, answer_due_at, solve_due_at, first_answered_at from tickets where id = ${ticket_id}`,
    readDeskSettings(sql),
  ]);
  const { status, created_at, answer_due_at, solve_due_at, first_answered_at } = ticket!;
  const waits = status < 3 && solve_due_at !== null;
  const left = waits ? businessTimeBetween(now, new Date(solve_due_at), settings) : null;
  if (first_answered_at === null) {
    const answer_ms = businessTimeBetween(new Date(created_at), now, settings);
    await sql`
      update tickets set first_answered_at = ${now}, answer_ms = ${answer_ms},
        answer_in_time = ${answer_due_at === null || now <= new Date(answer_due_at)}
      where id = ${ticket_id}`;
  }
  await sql`
    update tickets set solve_left_ms = coalesce(${left}::bigint, solve_left_ms), escalated_at = null
    where id = ${ticket_id}`;
}
