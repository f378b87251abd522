import * as contract from '#contracts/oversight/alerts.ts';
import { serve } from '#platform/http/serve.ts';
import { listAlerts } from './list-alerts.ts';
import { resolveAlert } from './resolve-alert.ts';

export const alertRoutes = [serve(contract.listAlerts, listAlerts), serve(contract.resolveAlert, resolveAlert)];
