import * as contract from '#contracts/desk/ticket-views.ts';
import { serve } from '#platform/http/serve.ts';
import { addTicketView } from './add-ticket-view.ts';
import { listTicketViews } from './list-ticket-views.ts';
import { removeTicketView } from './remove-ticket-view.ts';

export const ticketViewRoutes = [
  serve(contract.listTicketViews, listTicketViews),
  serve(contract.addTicketView, addTicketView),
  serve(contract.removeTicketView, removeTicketView),
];
