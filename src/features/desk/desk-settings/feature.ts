import type { Feature } from '../../feature.ts';
import { deskSettingsRoutes } from './routes.ts';

export const feature: Feature = {
  routes: deskSettingsRoutes,
  tables: {
    desk_settings: { why: 'settings' },
  },
};
