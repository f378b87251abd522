import type { Input, Reply } from '#contracts/call.ts';
import type { viewTicketBuyer as contract, TicketBuyer } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { describeDevice } from '../../identity/sessions/devices/describe-device.ts';
import { noteView } from '../../oversight/audit/note-view.ts';

const SHOWN = 10;

/** What the shop knows about a ticket's buyer. Viewing it is audited, once an hour for each ticket and agent. */
export async function viewTicketBuyer(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const [ticket] = await sql<{ user_id: string | null; reference_id: string | null }[]>`
    select user_id, reference_id from tickets where id = ${id}`;
  if (!ticket) throw new AppError('not_found', message('support.missing'));
  // A guest who uses an account's address hasn't proved that the account is theirs.
  if (!ticket.user_id) return { data: nothing };
  const { user_id } = ticket;
  await noteView(ctx, sql, actor, { action: 'ticket.buyer_viewed', subject: id, details: { user_id } });
  const [claims, holds, [block], sessions, reveals, related] = await Promise.all([
    sql<TicketBuyer['claims']>`
      select c.id, c.number, c.state, c.made_at from orders o join order_lines l on l.order_id = o.id
      join claims c on c.line_id = l.id where o.user_id = ${user_id} order by c.id desc limit ${SHOWN}`,
    sql<TicketBuyer['holds']>`
      select id, coin, hold_reason as reason, first_seen_at from deposits
      where user_id = ${user_id} and state = 'held' order by id desc limit ${SHOWN}`,
    sql<{ blocked_at: string }[]>`
      select blocked_at from spending_blocks where user_id = ${user_id} and lifted_at is null`,
    sql<{ id: string; user_agent: string; created_at: string; last_used_at: string }[]>`
      select id, user_agent, created_at, last_used_at from sessions
      where user_id = ${user_id} and expires_at > ${ctx.clock.now()} order by last_used_at desc limit ${SHOWN}`,
    readReveals(sql, user_id),
    sql<TicketBuyer['related']>`
      select id, number, subject, status, created_at,
        coalesce(reference_id = ${ticket.reference_id}, false) as same_reference
      from tickets where user_id = ${user_id} and id <> ${id}
      order by same_reference desc, updated_at desc limit ${SHOWN}`,
  ]);
  return {
    data: {
      claims: [...claims],
      holds: [...holds],
      spending_blocked_at: block?.blocked_at ?? null,
      sessions: sessions.map(({ user_agent, ...session }) => ({ ...session, ...describeDevice(user_agent) })),
      reveals: [...reveals],
      related: [...related],
    },
  };
}

const nothing: TicketBuyer = {
  claims: [],
  holds: [],
  spending_blocked_at: null,
  sessions: [],
  reveals: [],
  related: [],
};

/** Read from the audit log, which records every reveal. */
const readReveals = (sql: Db, user_id: string) => sql<TicketBuyer['reveals']>`
  select o.id as order_id, o.number, p.name as programme, l.face_cents, p.currency, a.at
  from (
    select at, subject::uuid as card_id, (details ->> 'order_id')::uuid as order_id from audit_entries
    where actor_id = ${user_id} and action = 'card.revealed' order by at desc limit ${SHOWN}
  ) a
  join orders o on o.id = a.order_id join order_lines l on l.order_id = o.id and l.card_id = a.card_id
  join cards c on c.id = a.card_id join programmes p on p.id = c.programme_id
  order by a.at desc`;
