import type { Feature } from '../../feature.ts';
import { gobdRoutes } from './routes.ts';

export const feature: Feature = { routes: gobdRoutes };
