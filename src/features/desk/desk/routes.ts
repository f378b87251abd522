import * as contract from '#contracts/desk/desk.ts';
import { serve } from '#platform/http/serve.ts';
import { changeTickets } from './changes/change-tickets.ts';
import { undoChange } from './changes/undo-change.ts';
import { markPresence } from './presence/mark-presence.ts';
import { answerTicket } from './tickets/answer-ticket.ts';
import { assignTicket } from './tickets/assign-ticket.ts';
import { getDeskTicket } from './tickets/get-desk-ticket.ts';
import { listDeskTickets } from './tickets/list-desk-tickets.ts';
import { mergeTicket } from './tickets/merge-ticket.ts';
import { noteTicket } from './tickets/note-ticket.ts';
import { reviewComment } from './tickets/review-comment.ts';
import { settleTicket } from './tickets/settle-ticket.ts';
import { viewTicketBuyer } from './tickets/view-ticket-buyer.ts';

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
