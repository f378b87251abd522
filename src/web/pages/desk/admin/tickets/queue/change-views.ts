import { addTicketView, removeTicketView } from '#contracts/desk/ticket-views.ts';
import { type Message, message } from '#i18n/message.ts';
import type { FormFields } from '#web/forms/form-data.ts';
import { ticketQueryOf } from '#web/layouts/admin/queue/list-queries.ts';
import { attempt, type Outcome, type Where } from '#web/server/api.ts';

/** What the forms about saved views do; undefined for any other. */
export async function changeViews(
  where: Where,
  field: FormFields,
): Promise<{ outcome: Outcome<unknown>; said: Message } | undefined> {
  if (field('intent') === 'remove_view') {
    const outcome = await attempt(where, removeTicketView, { params: { id: field('saved') } });
    return { outcome, said: message('desk.view_removed') };
  }
  if (field('intent') !== 'save_view') return undefined;
  const { view = 'waiting', priority, tag = null, q = null } = ticketQueryOf(where.url);
  const filters = { view, priority: priority === undefined ? null : Number(priority), tag, q };
  const body = { name: field('name'), shared: field('shared') === 'on', ...filters };
  return { outcome: await attempt(where, addTicketView, { body }), said: message('desk.view_saved') };
}
