import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import { maskDigits } from '#platform/masking/mask-digits.ts';
import type { Ctx } from '../../ctx.ts';
import { notifyDashboard } from '../../messages/notifications/notify-dashboard.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { heldComment } from './comments/held-comment.ts';
import { startTargets } from './targets/start-targets.ts';

export interface NewTicket {
  /** Null for a guest. */
  user_id: string | null;
  guest?: { email: string; locale: string };
  /** Slug of a category: `claim`, `card`, `order`… */
  category: string;
  subject: string;
  /** Markdown in the buyer's name, which the guard has let through. */
  body: string;
  /** Something of this buyer's; the caller has checked that. */
  reference: { kind: 'order' | 'card' | 'payment' | 'preorder'; id: string } | null;
  /** Facts for staff that the shop found itself: ids, enumerations and times, never a code. */
  proof: Record<string, string | number | boolean | null> | null;
  /** Where the buyer's request comes from, for the audit log. */
  address?: string;
}

/**
 * Opens a buyer's ticket in the caller's transaction and returns its id. It is deleted with the buyer's account, so a
 * table that points to a ticket does so `on delete set null`.
 */
export async function openTicket(ctx: Ctx, sql: Tx, ticket: NewTicket): Promise<string> {
  const { user_id, guest, category, reference, proof, address } = ticket;
  const now = ctx.clock.now();
  const { body, review } = await heldComment(sql, ticket);
  // It stands in lists, where nobody can remove it.
  const subject = review ? maskDigits(ticket.subject) : ticket.subject;
  const [opened] = await sql<{ id: string; number: number }[]>`
    insert into tickets (user_id, guest_email, guest_locale, category_id, subject, reference_kind, reference_id, proof,
      waiting_since, buyer_read_at, created_at, updated_at)
    select ${user_id}, ${guest?.email ?? null}, ${guest?.locale ?? null}, c.id, ${subject}, ${reference?.kind ?? null},
      ${reference?.id ?? null},
      ${proof && sql.json(proof)}, ${now}, ${now}, ${now}, ${now}
    from support_categories c where c.slug = ${category} returning id, number`;
  if (!opened) throw invalidField('category', message('support.category_missing'));
  const { id, number } = opened;
  await sql`
    insert into ticket_comments (ticket_id, author_id, by_staff, body, review, created_at)
    values (${id}, ${user_id}, false, ${body}, ${review}, ${now})`;
  await startTargets(sql, now, id);
  const details = { category, guest: guest !== undefined, reference: reference?.kind ?? null, review };
  await appendAudit(sql, {
    actor_id: user_id,
    action: 'ticket.opened',
    subject: id,
    details,
    ...(address && { address }),
  });
  if (user_id) await publishUserEvent(sql, user_id, 'ticket', { id });
  await notifyDashboard(sql, ['support', 'auditor'], {
    type: 'info',
    title: message('support.opened_title'),
    content: message('support.opened_text', { number: String(number) }),
    link: pagePath('/admin/tickets/:id', { id }),
  });
  return id;
}
