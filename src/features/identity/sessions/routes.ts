import * as contract from '#contracts/identity/sessions.ts';
import { serve } from '#platform/http/serve.ts';
import { endSession } from './end-session.ts';
import { endSessions } from './end-sessions.ts';
import { listSessions } from './list-sessions.ts';

export const sessionRoutes = [
  serve(contract.listSessions, listSessions),
  serve(contract.endSession, endSession),
  serve(contract.endSessions, endSessions),
];
