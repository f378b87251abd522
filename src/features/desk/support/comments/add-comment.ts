import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { by, type Ctx, type Visitor } from '../../../ctx.ts';
import { startTargets } from '../targets/start-targets.ts';
import type { LockedTicket } from '../ticket/lock-ticket.ts';
import { publishTicket } from '../ticket/publish-ticket.ts';
import { heldComment } from './held-comment.ts';

interface Comment {
  ticket: LockedTicket;
  body: string;
  /** Whose it is, where the caller isn't signed in. */
  author_id?: string | null;
  /** Where it came from, if not from a page. */
  via?: 'mail';
}

/** Adds what the owner of a locked ticket wrote, which opens a solved one again. */
export async function addComment(
  ctx: Ctx,
  sql: Tx,
  caller: Visitor,
  { ticket, body: written, author_id = caller.user?.id ?? null, via }: Comment,
): Promise<void> {
  const now = ctx.clock.now();
  const { body, review } = await heldComment(sql, { body: written, ticket_id: ticket.id, author_id });
  await sql`
    insert into ticket_comments (ticket_id, author_id, by_staff, body, review, created_at)
    values (${ticket.id}, ${author_id}, false, ${body}, ${review}, ${now})`;
  await sql`
    update tickets set status = 2, waiting_since = coalesce(waiting_since, ${now}),
      solved_at = null, updated_at = ${now}
    where id = ${ticket.id}`;
  if (ticket.status > 2) await startTargets(sql, now, ticket.id);
  const details = { status_before: ticket.status, review, ...(via && { via }) };
  await appendAudit(sql, {
    ...by(caller),
    actor_id: author_id,
    action: 'ticket.commented',
    subject: ticket.id,
    details,
  });
  await publishTicket(sql, ticket);
}
