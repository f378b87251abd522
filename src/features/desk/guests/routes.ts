import * as contract from '#contracts/desk/guests.ts';
import { serve } from '#platform/http/serve.ts';
import { commentGuestTicket } from './comment-guest-ticket.ts';
import { createGuestTicket } from './create-guest-ticket.ts';
import { openGuestTicket } from './open-guest-ticket.ts';
import { renewGuestLink } from './renew-guest-link.ts';
import { reportContent } from './report-content.ts';

export const guestRoutes = [
  serve(contract.createGuestTicket, createGuestTicket),
  serve(contract.reportContent, reportContent),
  serve(contract.openGuestTicket, openGuestTicket),
  serve(contract.commentGuestTicket, commentGuestTicket),
  serve(contract.renewGuestLink, renewGuestLink),
];
