import * as contract from '#contracts/desk/support.ts';
import { serve } from '#platform/http/serve.ts';
import { commentTicket } from './buyer/comment-ticket.ts';
import { getTicket } from './buyer/get-ticket.ts';
import { listSupportCategories } from './buyer/list-support-categories.ts';
import { listTicketReferences } from './buyer/list-ticket-references.ts';
import { listTickets } from './buyer/list-tickets.ts';
import { rateTicket } from './buyer/rate-ticket.ts';
import { readTicket } from './buyer/read-ticket.ts';
import { solveTicket } from './buyer/solve-ticket.ts';
import { listCategories } from './categories/list-categories.ts';
import { saveCategory } from './categories/save-category.ts';
import { createTicket } from './create-ticket.ts';

export const supportRoutes = [
  serve(contract.listSupportCategories, listSupportCategories),
  serve(contract.listTicketReferences, listTicketReferences),
  serve(contract.listTickets, listTickets),
  serve(contract.createTicket, createTicket),
  serve(contract.getTicket, getTicket),
  serve(contract.commentTicket, commentTicket),
  serve(contract.solveTicket, solveTicket),
  serve(contract.rateTicket, rateTicket),
  serve(contract.readTicket, readTicket),
  serve(contract.listCategories, listCategories),
  serve(contract.saveCategory, saveCategory),
];
