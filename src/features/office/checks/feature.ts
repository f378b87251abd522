import type { Feature } from '../../feature.ts';
import { checksRoutes } from './routes.ts';

export const feature: Feature = { routes: checksRoutes };
