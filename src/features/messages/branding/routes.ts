import * as contract from '#contracts/messages/branding.ts';
import { serve } from '#platform/http/serve.ts';
import { getBranding } from './get-branding.ts';
import { removeLogo } from './remove-logo.ts';
import { saveBranding } from './save-branding.ts';
import { saveLogo } from './save-logo.ts';

export const brandingRoutes = [
  serve(contract.getBranding, getBranding),
  serve(contract.saveBranding, saveBranding),
  serve(contract.saveLogo, saveLogo),
  serve(contract.removeLogo, removeLogo),
];
