import * as contract from '#contracts/identity/realtime.ts';
import { serve } from '#platform/http/serve.ts';
import { authoriseChannel } from './authorise-channel.ts';
import { authoriseSocket } from './authorise-socket.ts';

export const realtimeRoutes = [
  serve(contract.authoriseChannel, authoriseChannel),
  serve(contract.authoriseSocket, authoriseSocket),
];
