import type { Feature } from '../../feature.ts';
import { sealedPush } from './keys/sealed-push.ts';
import { pushData } from './push-data.ts';
import { pushTask } from './push-task.ts';
import { pushRoutes } from './routes.ts';

export const feature: Feature = {
  routes: pushRoutes,
  pushJobs: { push: pushTask },
  accountData: [pushData],
  sealedPlaces: [sealedPush],
  tables: {
    push_keys: { why: 'settings' },
    push_subscriptions: { why: 'account', of: 'messages' },
  },
};
