import type { Feature } from '../../feature.ts';
import { answeredTickets } from './answered-tickets.ts';
import { commentSource } from './comment-source.ts';
import { hideStoredCodes } from './hide-stored-codes.ts';
import { sweepMails } from './inbox/sweep-mails.ts';
import { supportMails } from './mails.ts';
import { recordKinds } from './record-kinds.ts';
import { redactions } from './redactions.ts';
import { supportRoutes } from './routes.ts';
import { sweepWords } from './search/sweep-words.ts';
import { sweepLinks } from './sweep-links.ts';
import { ticketData } from './ticket-data.ts';
import { ticketsRetention } from './tickets-retention.ts';
import { ticketRecords } from './user-records.ts';

export const feature: Feature = {
  routes: supportRoutes,
  mails: supportMails,
  sweeps: [sweepWords, sweepMails, sweepLinks],
  vaultSweeps: [hideStoredCodes],
  textSources: [commentSource],
  attention: [{ rank: 4, find: answeredTickets }],
  accountData: [ticketData],
  retention: [ticketsRetention],
  recordKinds,
  userRecords: [ticketRecords],
  redactions,
  tables: {
    pasted_code_search: { why: 'work', of: 'support' },
    support_categories: { why: 'texts' },
    ticket_comments: { rule: 'tickets', of: 'support' },
    ticket_links: { days: 90, of: 'support' },
    ticket_mails: { days: 30, of: 'support' },
    ticket_ratings: { rule: 'tickets', of: 'support' },
    ticket_search: { rule: 'tickets', of: 'support' },
    tickets: { rule: 'tickets', of: 'support' },
  },
};
