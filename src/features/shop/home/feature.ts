import type { Feature } from '../../feature.ts';
import { homeRoutes } from './routes.ts';

export const feature: Feature = {
  routes: ({ attention }) => homeRoutes(attention),
};
