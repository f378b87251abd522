import type { Feature } from '../../feature.ts';
import { deskRoutes } from './routes.ts';
import { overdueAlert } from './watch/overdue-alert.ts';
import { startDeskLoop } from './watch/start-desk-loop.ts';
import { sweepDesk } from './watch/sweep-desk.ts';

export const feature: Feature = {
  routes: deskRoutes,
  loops: [startDeskLoop],
  sweeps: [sweepDesk],
  alertKinds: [overdueAlert],
};
