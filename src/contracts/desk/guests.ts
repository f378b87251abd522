import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { line, lines } from '../content/editor-calls.ts';
import { email, token } from '../identity/auth.ts';
import { dataOf, pageQuery } from '../shapes.ts';
import { sentForCheck, slug, ticket, ticketText } from './support.ts';

/** What a guest sees of their ticket, which is never merged. */
const guestTicket = ticket.omit({ unread: true, reference: true, rating: true, may_rate: true, merged_into: true });
export type GuestTicket = z.infer<typeof guestTicket>;

const open = { method: 'POST', guards: [] } as const;

export const createGuestTicket = call({
  ...open,
  path: '/api/guest-tickets',
  summary: 'Write to support without signing in; a link to the conversation is mailed, whoever has an account',
  perMinute: 30,
  holds: true,
  body: z.strictObject({
    email,
    category: slug,
    subject: line(200, messageKey('support.subject_missing')),
    body: ticketText,
    check: sentForCheck,
  }),
  status: 204,
});

/** What a notice must say for staff to judge it (DSA art. 16). */
export const reportContent = call({
  ...open,
  path: '/api/guest-tickets/notices',
  summary: 'Report content of this shop that you hold to be unlawful; it is confirmed by mail, and so is the decision',
  perMinute: 30,
  holds: true,
  body: z.strictObject({
    email,
    name: line(200, messageKey('report.name_missing'), 'name'),
    /** Its address, or what names it. */
    location: line(300, messageKey('report.location_missing')),
    explanation: lines(4000, messageKey('report.explanation_missing')),
    good_faith: z.literal(true, { error: messageKey('report.good_faith_missing') }),
    check: sentForCheck,
  }),
  status: 204,
});

export const openGuestTicket = call({
  ...open,
  path: '/api/guest-tickets/open',
  summary:
    'A page of the conversation, the latest without a number, for the token of a mailed link; from the first opening on, for one more day',
  secret: true,
  perMinute: 60,
  query: z.object({ page: pageQuery.page }),
  body: z.strictObject({ token }),
  reply: dataOf(guestTicket),
});

export const commentGuestTicket = call({
  ...open,
  path: '/api/guest-tickets/comments',
  summary: 'Reply to support by the token of a mailed link',
  perMinute: 30,
  holds: true,
  body: z.strictObject({ token, body: ticketText, check: sentForCheck }),
  status: 204,
});

export const renewGuestLink = call({
  ...open,
  path: '/api/guest-tickets/link',
  summary: 'Have a new link mailed to the address of the ticket, for the token of one that has expired',
  perMinute: 30,
  body: z.strictObject({ token }),
  status: 204,
});
