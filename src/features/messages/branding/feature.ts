import type { Feature } from '../../feature.ts';
import { brandingRoutes } from './routes.ts';

export const feature: Feature = {
  routes: brandingRoutes,
  tables: {
    branding: { why: 'settings' },
    logo_files: { why: 'settings' },
  },
};
