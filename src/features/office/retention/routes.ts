import * as contract from '#contracts/office/retention.ts';
import { serve } from '#platform/http/serve.ts';
import type { Brought } from '../../feature.ts';
import { getProcessing } from './get-processing.ts';
import { getRetention } from './get-retention.ts';
import { listAffected } from './list-affected.ts';
import { redactText } from './redact-text.ts';
import { setRetention } from './set-retention.ts';

export const retentionRoutes = (brought: Brought) => [
  serve(contract.getRetention, getRetention(brought)),
  serve(contract.getProcessing, getProcessing(brought)),
  serve(contract.setRetention, setRetention(brought.retention)),
  serve(contract.redactText, redactText(brought.redactions)),
  serve(contract.listAffected, listAffected),
];
