import type { Feature } from '../../feature.ts';
import { dormantBalanceRoutes } from './routes.ts';

export const feature: Feature = { routes: dormantBalanceRoutes };
