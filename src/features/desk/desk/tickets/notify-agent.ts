import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Actor } from '../../../ctx.ts';
import { notify } from '../../../messages/notifications/notify.ts';

interface Ticket {
  id: string;
  number: number;
}

/** Tells who works on a ticket that a colleague gave it to them, or took it from them; nobody of what they did themselves. */
export async function notifyAgent(
  sql: Tx,
  { user: { id: actor_id, username: name } }: Actor,
  { id, number }: Ticket,
  { agent_id, what }: { agent_id: string; what: 'given' | 'taken_from' },
): Promise<void> {
  if (agent_id === actor_id) return;
  await notify(sql, agent_id, {
    type: 'info',
    title: message(`desk.${what}_title`),
    content: message(`desk.${what}_text`, { name, number: String(number) }),
    link: pagePath('/admin/tickets/:id', { id }),
  });
}

/** The same of several tickets at once: in one notification. */
export async function notifyOfMany(
  sql: Tx,
  actor: Actor,
  tickets: readonly Ticket[],
  { agent_id, what }: { agent_id: string; what: 'given' | 'taken_back' },
): Promise<void> {
  const { id: actor_id, username: name } = actor.user;
  const [first, ...more] = tickets;
  if (agent_id === actor_id || !first) return;
  if (what === 'given' && !more.length) return notifyAgent(sql, actor, first, { agent_id, what });
  await notify(sql, agent_id, {
    type: 'info',
    title: message(`desk.${what}_many_title`),
    content: message(`desk.${what}_many_text`, { name, count: tickets.length }),
    link: pagePath('/admin/tickets'),
  });
}
