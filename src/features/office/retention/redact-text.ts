import type { Input } from '#contracts/call.ts';
import type { redactText as contract } from '#contracts/office/retention.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { lockTicket } from '../../desk/support/ticket/lock-ticket.ts';
import { publishTicket } from '../../desk/support/ticket/publish-ticket.ts';
import type { Redaction } from '../../feature.ts';

/** Removes a text that somebody wrote, such as another person's data, for good; open pages show it no more. */
export const redactText = (redactions: readonly Redaction[]) =>
  async function redactText(
    ctx: Ctx,
    actor: Actor,
    { body: { kind, id, reason } }: Input<typeof contract>,
  ): Promise<undefined> {
    const now = ctx.clock.now();
    await transaction(ctx.sql, async (sql) => {
      // The ticket first, as everybody who writes in it locks it.
      const found = await ticketOf(sql, { kind, id });
      const ticket = found && (await lockTicket(sql, found));
      // The feature that has the text comes first, then those that keep a copy of it.
      const [first, ...others] = redactions.filter((one) => one.kind === kind);
      const emptied = await first?.redact(sql, { id, actor_id: actor.user.id, now });
      if (!emptied?.length) throw new AppError('not_found', message('redact.nothing'));
      for (const { redact } of others) await redact(sql, { id, actor_id: actor.user.id, now });
      await appendAudit(sql, { ...by(actor), action: 'text.redacted', subject: id, details: { kind, reason } });
      if (ticket) await publishTicket(sql, ticket);
    });
  };

/** The ticket that a text belongs to; undefined for others. */
async function ticketOf(sql: Tx, { kind, id }: { kind: Redaction['kind']; id: string }): Promise<string | undefined> {
  if (!kind.startsWith('ticket_')) return undefined;
  const [found] = await sql<{ id: string }[]>`
    select ticket_id as id from ticket_comments where id = ${id}
    union all select ticket_id from ticket_notes where id = ${id} union all select id from tickets where id = ${id}`;
  return found?.id;
}
