import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { readDeskSettings } from '../../desk-settings/read-desk-settings.ts';
import { solveFigures } from '../targets/solve-figures.ts';
import { askRating } from './ask-rating.ts';
import { CLOSED, type LockedTicket, SOLVED } from './lock-ticket.ts';
import { publishTicket } from './publish-ticket.ts';

interface Settling {
  ticket: LockedTicket;
  as: 'solved' | 'closed';
}

/** Ends the waiting on a locked ticket; one that is in that state already stays as it is. */
export async function settle(ctx: Ctx, sql: Tx, actor: Actor, { ticket, as }: Settling): Promise<void> {
  const status = as === 'solved' ? SOLVED : CLOSED;
  if (ticket.status === status) return;
  const now = ctx.clock.now();
  if (as === 'solved') await keepFigures(sql, now, ticket.id);
  await sql`
    update tickets set status = ${status}, waiting_since = null, solve_left_ms = null,
      escalated_at = null, updated_at = ${now},
      solved_at = case when ${as === 'solved'} then ${now} else solved_at end where id = ${ticket.id}`;
  const details = { status_before: ticket.status };
  await appendAudit(sql, { ...by(actor), action: `ticket.${as}`, subject: ticket.id, details });
  await publishTicket(sql, ticket);
  if (as === 'solved' && ticket.user_id !== null && ticket.user_id !== actor.user.id)
    await askRating(sql, { ticket_id: ticket.id, now });
}

/** Before anything of the ticket changes. */
async function keepFigures(sql: Tx, now: Date, id: string): Promise<void> {
  const [[solving], settings] = await Promise.all([
    sql<Parameters<typeof solveFigures>[0][]>`
      select status, created_at, solve_due_at, solve_left_ms from tickets where id = ${id}`,
    readDeskSettings(sql),
  ]);
  const { solve_ms, solve_in_time } = solveFigures(solving!, settings, now);
  await sql`update tickets set solve_ms = ${solve_ms}, solve_in_time = ${solve_in_time} where id = ${id}`;
}
