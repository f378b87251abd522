import * as contract from '#contracts/broadcasting.ts';
import { serve } from '#platform/http/serve.ts';
import { authoriseChannel } from './authorise-channel.ts';

export const broadcastingRoutes = [serve(contract.authoriseChannel, authoriseChannel)];
