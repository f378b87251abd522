import type { Feature } from '../feature.ts';
import { grantBook } from './grant-book.ts';
import { demoRoutes } from './routes.ts';

export const feature: Feature = {
  routes: demoRoutes,
  books: [grantBook],
};
