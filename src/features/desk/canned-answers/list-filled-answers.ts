import type { Input, Reply } from '#contracts/call.ts';
import type { CANNED_VARIABLES, listFilledAnswers as contract } from '#contracts/desk/canned-answers.ts';
import { formatDay, formatFace } from '#i18n/format.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { noteView } from '../../oversight/audit/note-view.ts';
import { findReference } from '../support/references/find-reference.ts';

type Facts = Record<(typeof CANNED_VARIABLES)[number], string | undefined>;

interface Row {
  user_id: string | null;
  number: number;
  subject: string;
  /** Null for a guest, whose name nobody knows. */
  username: string | null;
  locale: string | null;
  reference_kind: 'order' | 'card' | 'payment' | 'preorder' | null;
  reference_id: string | null;
}

/** The answers kept ready, as they would go to a ticket's buyer. What a ticket doesn't have stays in braces for staff to see. */
export async function listFilledAnswers(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const [ticket] = await sql<Row[]>`
    select t.user_id, t.number, t.subject, t.reference_kind, t.reference_id, u.username,
      coalesce(u.locale, t.guest_locale) as locale
    from tickets t left join users u on u.id = t.user_id where t.id = ${id}`;
  if (!ticket) throw new AppError('not_found', message('support.missing'));
  await noteView(ctx, sql, actor, { action: 'ticket.viewed', subject: id, details: { user_id: ticket.user_id } });
  const language = ticket.locale ?? 'en';
  const [facts, answers] = await Promise.all([
    readFacts(sql, ticket, language),
    sql<Reply<typeof contract>['data']>`
      select id, name, tags, settle, coalesce(bodies ->> split_part(${language}::text, '-', 1), bodies ->> 'en') as body
      from canned_answers order by name limit 200`,
  ]);
  return { data: answers.map(({ body, ...answer }) => ({ ...answer, body: fill(body, facts) })) };
}

async function readFacts(sql: Db, ticket: Row, language: string): Promise<Facts> {
  const found = await findReference(sql, ticket);
  const { order = null, card = null, payment = null } = found ?? {};
  return {
    buyer: ticket.username ?? undefined,
    ticket: `#${ticket.number}`,
    subject: ticket.subject,
    order: order ? `#${order.number}` : undefined,
    card: card ? `${card.programme} ${formatFace(language, card.face_cents, card.currency)}` : undefined,
    payment: payment ? `${payment.coin}, ${formatDay(language, payment.created_at)}` : undefined,
  };
}

const fill = (body: string, facts: Facts) =>
  body.replace(/\{\{\s*(\w+)\s*\}\}/g, (braces, name: string) => facts[name as keyof Facts] ?? braces);
