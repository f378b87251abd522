import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import {
  cents,
  coin,
  dataOf,
  id,
  idParams,
  pageMeta,
  pageOf,
  pageQuery,
  queryInt,
  searchText,
  time,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { pastedCard } from './pasted-codes.ts';
import { comment, mention, rating, reference, summary, ticketText } from './support.ts';

/** The views of the queue. `review` lists tickets with a text that the guard is unsure about. */
export const DESK_VIEWS = ['waiting', 'unassigned', 'mine', 'overdue', 'review', 'all'] as const;

/** Of one ticket. */
export const MAX_TAGS = 10;

/** 1 urgent, 2 high, 3 normal, 4 low. */
export const priority = z.int().min(1).max(4);

/** A word that staff marks tickets with. */
export const tag = onSurface(
  'name',
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\p{Ll}\p{Lo}\d][\p{Ll}\p{Lo}\d-]{0,29}$/u, messageKey('desk.tag_wrong')),
);

const person = z.object({ id, username: z.string() });

const deskSummary = summary.omit({ unread: true }).extend({
  /** Null for a guest. */
  user: person.nullable(),
  /** What a guest gave as their address. Nobody proved that it, or any account with it, is theirs. */
  guest_email: z.string().nullable(),
  assignee: person.nullable(),
  /** Since when the buyer has waited for an answer. */
  waiting_since: time.nullable(),
  /** When an answer or the solution is due, whichever comes first, while the buyer waits. */
  due_at: time.nullable(),
  priority,
  tags: z.array(z.string()),
  /** Goes up with each comment and each new state: an answer can name the one that was read. */
  version: z.int(),
  /** Holds a text that waits for a decision. */
  in_review: z.boolean(),
});
export type DeskTicket = z.infer<typeof deskSummary>;

/** Another member of staff who has the ticket open. */
const present = z.array(person.extend({ typing: z.boolean() }));
export type Present = z.infer<typeof present>;

const deskTicket = deskSummary.extend({
  present,
  /** Who can have it: everybody with the duty `support`. */
  agents: z.array(person),
  reference: reference.nullable(),
  /** What the shop itself found out about the matter. */
  proof: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  /** The ticket in which this one goes on, and those that go on here. */
  merged_into: mention.nullable(),
  merged: z.array(mention),
  /** Of a guest, the author is the address that they gave. A reply by mail is the buyer's by its sender alone, which proves nothing. */
  comments: z.array(comment.extend({ author: z.string(), by_mail: z.boolean() })),
  comments_meta: pageMeta,
  /** What the buyer said once it was solved. */
  rating: rating.nullable(),
  /** Whose codes stood where a text says `[card REF]`. */
  pasted_cards: z.array(pastedCard),
  notes: z.array(z.object({ id, author: z.string(), body: z.string(), created_at: time })),
  /** Null for a guest. */
  buyer: person
    .extend({ tier: z.int(), active: z.boolean(), disabled: z.boolean(), created_at: time, open_tickets: z.int() })
    .nullable(),
  orders: z.array(
    z.object({
      id,
      number: z.int(),
      status: z.enum(['paid', 'part_refunded', 'refunded']),
      total_cents: cents,
      card_count: z.int(),
      created_at: time,
    }),
  ),
  payments: z.array(
    z.object({
      id,
      number: z.int(),
      coin,
      amount_cents: cents,
      credited_cents: cents,
      created_at: time,
      /** The latest that arrived for it. */
      deposit_id: id.nullable(),
    }),
  ),
});
export type DeskTicketDetail = z.infer<typeof deskTicket>;

const reads = ['auth', 'admin', 'role:support,auditor'] as const;
const guards = ['auth', 'admin', 'role:support'] as const;
const one = { guards, params: idParams } as const;

export const listDeskTickets = call({
  method: 'GET',
  path: '/api/admin/tickets',
  summary: "Buyers' tickets; those that wait for an answer first, the longest wait at the top",
  guards: reads,
  query: z.object({
    ...pageQuery,
    view: z.enum(DESK_VIEWS).optional(),
    priority: queryInt(1, 4).optional(),
    tag: tag.optional(),
    q: searchText.optional(),
  }),
  /** `total` and the counts of the views end at 1,000. */
  reply: pageOf(deskSummary.extend({ present })).extend({
    counts: z.record(z.enum(DESK_VIEWS).exclude(['all']), z.int()),
  }),
});

export const getDeskTicket = call({
  method: 'GET',
  path: '/api/admin/tickets/{id}',
  summary:
    "One ticket with a page of its comments, internal notes, and the buyer's orders and payments; looking is audited",
  guards: reads,
  changesState: true,
  params: idParams,
  query: z.object({ page: pageQuery.page }),
  reply: dataOf(deskTicket),
});

export const assignTicket = call({
  ...one,
  method: 'POST',
  path: '/api/admin/tickets/{id}/assign',
  summary: 'Take a ticket, give it to a colleague, or give it back to the queue; from a colleague it takes their name',
  body: z.strictObject({
    /** Somebody with the duty `support`; null gives it back to the queue. */
    assignee_id: id.nullable(),
    /** The colleague it is taken from. Without it, a ticket that somebody else has stays theirs. */
    taken_from: id.optional(),
  }),
  reply: dataOf(deskSummary),
});

export const answerTicket = call({
  ...one,
  method: 'POST',
  path: '/api/admin/tickets/{id}/comments',
  summary: 'Answer a buyer, and mark, solve or close the ticket along with it',
  idempotent: true,
  deduplicate: () => true,
  body: z.strictObject({
    body: ticketText,
    settle: z.enum(['solved', 'closed']).nullable().default(null),
    /** What the ticket is marked with along with it. */
    tags: z.array(tag).max(MAX_TAGS).default([]),
    /** Of the ticket that was read: if it has changed since, nothing is sent, and the refusal has what was said. */
    version: z.int().min(1).optional(),
  }),
  reply: dataOf(deskSummary),
  status: 201,
});

export const markPresence = call({
  ...one,
  method: 'POST',
  path: '/api/admin/tickets/{id}/presence',
  summary: 'Say that you have a ticket open, type in it, or have left it; without another word it counts for a minute',
  perMinute: 120,
  body: z.strictObject({ state: z.enum(['looking', 'typing', 'gone']) }),
});

export const settleTicket = call({
  ...one,
  method: 'POST',
  path: '/api/admin/tickets/{id}/settle',
  summary: 'Solve or close a ticket without an answer',
  body: z.strictObject({ settle: z.enum(['solved', 'closed']) }),
  reply: dataOf(deskSummary),
});

export const noteTicket = call({
  ...one,
  method: 'POST',
  path: '/api/admin/tickets/{id}/notes',
  summary: 'Write an internal note, which the buyer never sees',
  idempotent: true,
  deduplicate: () => true,
  body: z.strictObject({ body: ticketText }),
  reply: dataOf(deskSummary),
  status: 201,
});

export const reviewComment = call({
  ...one,
  method: 'POST',
  path: '/api/admin/ticket-comments/{id}/review',
  summary: 'Let a text through that the guard was unsure about, or remove any text of a ticket for good',
  body: z.strictObject({ decision: z.enum(['shown', 'removed']) }),
  reply: dataOf(deskSummary),
});

export const changeTickets = call({
  method: 'POST',
  path: '/api/admin/ticket-changes',
  summary: 'Assign, tag, prioritise, solve or close tickets; it can be undone for ten minutes',
  guards,
  body: z
    .strictObject({
      ids: z.array(id).min(1, messageKey('desk.choose_tickets')).max(100),
      /** Somebody with the duty `support`, or null for the queue. What another colleague has stays theirs. */
      assignee_id: id.nullable().optional(),
      priority: priority.optional(),
      tag: tag.optional(),
      untag: tag.optional(),
      settle: z.enum(['solved', 'closed']).optional(),
    })
    .refine(({ ids: _ids, ...change }) => Object.keys(change).length > 0, messageKey('desk.choose_change')),
  /** `id` undoes it; null where nothing had to change. `with_others`: how many stay with the colleagues who have them. */
  reply: dataOf(z.object({ id: id.nullable(), changed: z.int(), with_others: z.int() })),
});

export const undoChange = call({
  ...one,
  method: 'POST',
  path: '/api/admin/ticket-changes/{id}/undo',
  summary: 'Undo your own change of the last ten minutes: tickets that have changed since stay as they are',
  reply: dataOf(z.object({ restored: z.int(), kept: z.int() })),
});

export const mergeTicket = call({
  ...one,
  method: 'POST',
  path: '/api/admin/tickets/{id}/merge',
  summary: 'Go on in another ticket of the same buyer: this one is closed and points to it',
  body: z.strictObject({ into: z.int().min(1).max(1e15) }),
  reply: dataOf(z.object({ id })),
});

const buyer = z.object({
  claims: z.array(z.object({ id, number: z.int(), state: z.string(), made_at: time })),
  holds: z.array(z.object({ id, coin, reason: z.string().nullable(), first_seen_at: time })),
  spending_blocked_at: time.nullable(),
  sessions: z.array(
    z.object({
      id,
      browser: z.string().nullable(),
      system: z.string().nullable(),
      created_at: time,
      last_used_at: time,
    }),
  ),
  /** When codes were shown, and of which order's cards; the codes never. */
  reveals: z.array(
    z.object({
      order_id: id,
      number: z.int(),
      programme: z.string(),
      face_cents: cents,
      currency: z.string(),
      at: time,
    }),
  ),
  related: z.array(
    z.object({
      id,
      number: z.int(),
      subject: z.string(),
      status: z.int(),
      created_at: time,
      same_reference: z.boolean(),
    }),
  ),
});
export type TicketBuyer = z.infer<typeof buyer>;

export const viewTicketBuyer = call({
  method: 'GET',
  path: '/api/admin/tickets/{id}/buyer',
  summary:
    "A ticket's buyer: claims, payments on hold, sessions, revealed codes and related tickets; looking is audited",
  guards: reads,
  // The look goes into the audit log.
  changesState: true,
  params: idParams,
  reply: dataOf(buyer),
});
