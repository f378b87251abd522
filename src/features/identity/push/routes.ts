import * as contract from '#contracts/identity/push.ts';
import { serve } from '#platform/http/serve.ts';
import { changePush } from './change-push.ts';
import { endPush } from './end-push.ts';
import { getPush } from './get-push.ts';
import { subscribePush } from './subscribe-push.ts';

export const pushRoutes = [
  serve(contract.getPush, getPush),
  serve(contract.subscribePush, subscribePush),
  serve(contract.changePush, changePush),
  serve(contract.endPush, endPush),
];
