import * as contract from '#contracts/oversight/alerts.ts';
import { serve } from '#platform/http/serve.ts';
import type { AlertKind } from '../../feature.ts';
import { listAlerts } from './list-alerts.ts';
import { resolveAlert } from './resolve-alert.ts';

export const alertRoutes = (kinds: readonly AlertKind[]) => [
  serve(contract.listAlerts, listAlerts(kinds)),
  serve(contract.resolveAlert, resolveAlert),
];
