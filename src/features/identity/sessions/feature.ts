import type { Feature } from '../../feature.ts';
import { devicesRetention } from './devices/devices-retention.ts';
import { sessionData } from './devices/session-data.ts';
import { sessionMails } from './mails.ts';
import { sessionRoutes } from './routes.ts';
import { sessionEvidence } from './seals/session-evidence.ts';
import { sweepSessions } from './sweep-sessions.ts';

export const feature: Feature = {
  routes: sessionRoutes,
  mails: sessionMails,
  sweeps: [sweepSessions],
  accountData: [sessionData],
  retention: [devicesRetention],
  evidence: sessionEvidence,
  tables: {
    devices: { rule: 'devices', of: 'access' },
    sessions: { days: 90, of: 'access' },
    throttles: { days: 1, of: 'access' },
    users: { why: 'account', of: 'accounts' },
  },
};
