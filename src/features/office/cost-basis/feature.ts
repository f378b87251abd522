import type { Feature } from '../../feature.ts';
import { costBasisRoutes } from './routes.ts';

export const feature: Feature = { routes: costBasisRoutes };
