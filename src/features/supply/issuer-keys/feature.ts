import type { Feature } from '../../feature.ts';
import { keyRevokedAlert } from './key-revoked-alert.ts';
import { issuerKeyRoutes } from './routes.ts';

export const feature: Feature = {
  routes: issuerKeyRoutes,
  alertKinds: [keyRevokedAlert],
};
