import type { Feature } from '../../feature.ts';
import { statementRoutes } from './routes.ts';

export const feature: Feature = {
  routes: statementRoutes,
};
