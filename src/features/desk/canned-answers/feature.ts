import type { Feature } from '../../feature.ts';
import { cannedAnswerRoutes } from './routes.ts';

export const feature: Feature = {
  routes: cannedAnswerRoutes,
  tables: {
    canned_answers: { why: 'texts' },
  },
};
