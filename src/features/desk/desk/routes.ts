import * as contract from '#contracts/desk/desk.ts';
import { serve } from '#platform/http/serve.ts';
import { answerTicket } from './answer-ticket.ts';
import { assignTicket } from './assign-ticket.ts';
import { changeTickets } from './change-tickets.ts';
import { getDeskTicket } from './get-desk-ticket.ts';
import { listDeskTickets } from './list-desk-tickets.ts';
import { markPresence } from './mark-presence.ts';
import { mergeTicket } from './merge-ticket.ts';
import { noteTicket } from './note-ticket.ts';
import { reviewComment } from './review-comment.ts';
import { settleTicket } from './settle-ticket.ts';
import { undoChange } from './undo-change.ts';
import { viewTicketBuyer } from './view-ticket-buyer.ts';

export const deskRoutes = [
  serve(contract.listDeskTickets, listDeskTickets),
  serve(contract.getDeskTicket, getDeskTicket),
  serve(contract.viewTicketBuyer, viewTicketBuyer),
  serve(contract.assignTicket, assignTicket),
  serve(contract.answerTicket, answerTicket),
  serve(contract.markPresence, markPresence),
  serve(contract.settleTicket, settleTicket),
  serve(contract.noteTicket, noteTicket),
  serve(contract.reviewComment, reviewComment),
  serve(contract.mergeTicket, mergeTicket),
  serve(contract.changeTickets, changeTickets),
  serve(contract.undoChange, undoChange),
];
