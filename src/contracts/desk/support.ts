import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { line, lines } from '../content/editor-calls.ts';
import {
  cents,
  coin,
  currency,
  dataOf,
  id,
  idParams,
  pageMeta,
  pageOf,
  pageQuery,
  searchText,
  time,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';

/** The states of a ticket by number, from 1 on, as the buyer reads them. */
export const STATUS_LABELS = ['Opened', 'You Replied', 'Support Replied', 'Solved', 'Closed'] as const;

const status = z.int().min(1).max(5);
const status_label = z.enum(STATUS_LABELS);

/** What a ticket can be about, beside its text. */
export const REFERENCE_KINDS = ['order', 'card', 'payment', 'preorder'] as const;

/** Something of the buyer's, with what names it. */
export const reference = z.object({
  kind: z.enum(REFERENCE_KINDS),
  id,
  order: z.object({ id, number: z.int() }).nullable(),
  card: z.object({ programme: z.string(), face_cents: cents, currency }).nullable(),
  payment: z.object({ coin, created_at: time }).nullable(),
  preorder: z.object({ programme: z.string(), face_cents: cents, currency, quantity: z.int() }).nullable(),
});
export type TicketReference = z.infer<typeof reference>;

/** `waiting`: the guard is unsure about the text, and staff decides; `removed`: the text is gone. */
const review = z.enum(['waiting', 'shown', 'removed']).nullable();

export const comment = z.object({
  id,
  by_staff: z.boolean(),
  /** Markdown as it was written, empty once removed. */
  body: z.string(),
  /** The same as safe HTML. */
  body_html: z.string(),
  review,
  created_at: time,
});

export const summary = z.object({
  id,
  number: z.int(),
  subject: z.string(),
  status,
  status_label,
  category: z.string(),
  /** Support wrote something since the buyer last looked. */
  unread: z.boolean(),
  created_at: time,
  updated_at: time,
});
export type TicketSummary = z.infer<typeof summary>;

export const mention = z.object({ id, number: z.int() });

/** What the buyer said about how a ticket was solved. */
export const rating = z.object({ good: z.boolean(), comment: z.string() });

export const ticket = summary.extend({
  reference: reference.nullable(),
  comments: z.array(comment),
  comments_meta: pageMeta,
  rating: rating.nullable(),
  /** It is solved, support wrote something, and the buyer hasn't said whether it helped. */
  may_rate: z.boolean(),
  /** The ticket in which support goes on with this one. */
  merged_into: mention.nullable(),
});
export type Ticket = z.infer<typeof ticket>;

export const ticketText = lines(8000, messageKey('support.body_missing'));
/** The writer says that a refused number is no card number: staff looks at the text before anybody else does. */
export const sentForCheck = z.boolean().default(false);
export const slug = onSurface(
  'shaped',
  z.string().regex(/^[a-z][a-z_]{1,39}$/, messageKey('support.category_missing')),
);

export const listSupportCategories = call({
  method: 'GET',
  path: '/api/support-categories',
  summary: 'What a ticket can be about',
  guards: [],
  reply: dataOf(z.array(z.object({ slug: z.string(), name: z.string() }))),
});

const savedCategory = z.strictObject({
  /** By language, at least in English. */
  names: z
    .record(z.string().regex(/^[a-z]{2}$/), line(60, messageKey('support.name_missing')))
    .refine((names) => 'en' in names, messageKey('support.name_missing')),
  position: z.int().min(0).max(9999),
  offered: z.boolean(),
});

export const listCategories = call({
  method: 'GET',
  path: '/api/admin/support-categories',
  summary: 'Every category of tickets, those that buyers are not offered included',
  guards: ['auth', 'admin', 'role:support,auditor'],
  reply: dataOf(z.array(savedCategory.extend({ slug: z.string() }))),
});

export const saveCategory = call({
  method: 'PUT',
  path: '/api/admin/support-categories/{slug}',
  summary: 'Add or change a category of tickets',
  guards: ['auth', 'admin', 'role:support'],
  params: z.object({ slug }),
  body: savedCategory,
});

export const listTicketReferences = call({
  method: 'GET',
  path: '/api/support-references',
  summary: "The buyer's latest orders, cards, payments and pre-orders, which a ticket can refer to",
  guards: ['auth'],
  reply: dataOf(z.array(reference)),
});

export const listTickets = call({
  method: 'GET',
  path: '/api/supports',
  summary: 'Your tickets, those with the latest change first; `open=1` lists those that are neither solved nor closed',
  guards: ['auth'],
  query: z.object({
    ...pageQuery,
    open: z.literal('1').optional(),
    status: z.enum(['1', '2', '3', '4', '5']).optional(),
    q: searchText.optional(),
  }),
  reply: pageOf(summary),
});

export const createTicket = call({
  method: 'POST',
  path: '/api/supports',
  summary: 'Open a ticket',
  guards: ['auth'],
  holds: true,
  idempotent: true,
  deduplicate: () => true,
  perMinute: 10,
  body: z.strictObject({
    category: slug,
    subject: line(200, messageKey('support.subject_missing')),
    body: ticketText,
    check: sentForCheck,
    reference: z
      .strictObject({ kind: z.enum(REFERENCE_KINDS), id })
      .nullable()
      .default(null),
  }),
  reply: dataOf(summary),
  status: 201,
});

const one = { guards: ['auth'], params: idParams } as const;

export const getTicket = call({
  ...one,
  method: 'GET',
  path: '/api/supports/{id}',
  summary: 'One ticket with a page of its comments, oldest first; without a number the latest page',
  query: z.object({ page: pageQuery.page }),
  reply: dataOf(ticket),
});

export const commentTicket = call({
  ...one,
  method: 'POST',
  path: '/api/supports/{id}/comments',
  summary: 'Reply to support; a solved ticket is open again, a closed one takes no reply',
  holds: true,
  idempotent: true,
  deduplicate: () => true,
  perMinute: 20,
  body: z.strictObject({ body: ticketText, check: sentForCheck }),
  reply: dataOf(summary),
  status: 201,
});

export const solveTicket = call({
  ...one,
  method: 'POST',
  path: '/api/supports/{id}/solve',
  summary: 'Mark a ticket as solved',
  reply: dataOf(summary),
});

export const rateTicket = call({
  ...one,
  method: 'POST',
  path: '/api/supports/{id}/rating',
  summary: 'Say once whether support helped, after the ticket was solved',
  body: z.strictObject({
    good: z.boolean(),
    // Read strictly, as a subject is: nobody can remove it.
    comment: onSurface('name', z.string().trim().max(500, messageKey('invalid.maximum_characters'))).default(''),
  }),
});

export const readTicket = call({
  ...one,
  method: 'POST',
  path: '/api/supports/{id}/read',
  summary: 'Mark a ticket as read up to now',
});
