import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { line } from '../content/editor-calls.ts';
import { dataOf, id, idParams } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { DESK_VIEWS, priority, tag } from './desk.ts';

const reads = ['auth', 'admin', 'role:support,auditor'] as const;
const guards = ['auth', 'admin', 'role:support'] as const;

/** The filters of the list of tickets; null: that one is not set. */
const filters = {
  view: z.enum(DESK_VIEWS),
  priority: priority.nullable(),
  tag: tag.nullable(),
  /** What is searched for. */
  q: onSurface('text', z.string().trim().min(1).max(100)).nullable(),
};

const ticketView = z.object({
  id,
  name: z.string(),
  /** For everybody at the desk; else the reader's own. */
  shared: z.boolean(),
  ...filters,
  /** How many tickets it has, up to 1,000; null where it searches for words. */
  count: z.int().nullable(),
});
export type TicketView = z.infer<typeof ticketView>;

export const listTicketViews = call({
  method: 'GET',
  path: '/api/admin/ticket-views',
  summary: 'Filters of the list of tickets under a name: your own, then those of the desk, each with how many it has',
  guards: reads,
  reply: dataOf(z.array(ticketView)),
});

export const addTicketView = call({
  method: 'POST',
  path: '/api/admin/ticket-views',
  summary: 'Give filters of the list of tickets a name, for yourself or for everybody at the desk',
  guards,
  body: z.strictObject({ name: line(60, messageKey('desk.view_name_missing')), shared: z.boolean(), ...filters }),
  reply: dataOf(z.object({ id })),
  status: 201,
});

export const removeTicketView = call({
  method: 'DELETE',
  path: '/api/admin/ticket-views/{id}',
  summary: 'Remove a view of your own, or one of the desk',
  guards,
  params: idParams,
});
