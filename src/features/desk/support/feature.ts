import type { Feature } from '../../feature.ts';
import { answeredTickets } from './answered-tickets.ts';
import { commentSource } from './comment-source.ts';
import { hideStoredCodes } from './hide-stored-codes.ts';
import { sweepMails } from './inbox/sweep-mails.ts';
import { supportMails } from './mails.ts';
import { supportRoutes } from './routes.ts';
import { sweepWords } from './search/sweep-words.ts';
import { ticketData } from './ticket-data.ts';
import { ticketsRetention } from './tickets-retention.ts';

export const feature: Feature = {
  routes: supportRoutes,
  mails: supportMails,
  sweeps: [sweepWords, sweepMails],
  vaultSweeps: [hideStoredCodes],
  textSources: [commentSource],
  attention: [{ rank: 4, find: answeredTickets }],
  accountData: [ticketData],
  retention: [ticketsRetention],
};
