import * as contract from '#contracts/desk/desk-settings.ts';
import { serve } from '#platform/http/serve.ts';
import { getDeskSettings } from './get-desk-settings.ts';
import { saveDeskSettings } from './save-desk-settings.ts';

export const deskSettingsRoutes = [
  serve(contract.getDeskSettings, getDeskSettings),
  serve(contract.saveDeskSettings, saveDeskSettings),
];
