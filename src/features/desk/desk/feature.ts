import type { Feature } from '../../feature.ts';
import { redactNote } from './redact-note.ts';
import { deskRoutes } from './routes.ts';
import { overdueAlert } from './watch/overdue-alert.ts';
import { startDeskLoop } from './watch/start-desk-loop.ts';
import { sweepDesk } from './watch/sweep-desk.ts';

export const feature: Feature = {
  routes: deskRoutes,
  loops: [startDeskLoop],
  sweeps: [sweepDesk],
  redactions: [redactNote],
  alertKinds: [overdueAlert],
  tables: {
    ticket_changes: { days: 1, of: 'support' },
    ticket_notes: { rule: 'tickets', of: 'support' },
    ticket_presence: { days: 1, of: 'support' },
  },
};
