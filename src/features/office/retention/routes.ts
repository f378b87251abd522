import * as contract from '#contracts/office/retention.ts';
import { serve } from '#platform/http/serve.ts';
import type { Brought } from '../../feature.ts';
import { listAffected } from './affected/list-affected.ts';
import { getProcessing } from './periods/get-processing.ts';
import { getRetention } from './periods/get-retention.ts';
import { setRetention } from './periods/set-retention.ts';
import { redactText } from './texts/redact-text.ts';

export const retentionRoutes = (brought: Brought) => [
  serve(contract.getRetention, getRetention(brought)),
  serve(contract.getProcessing, getProcessing(brought)),
  serve(contract.setRetention, setRetention(brought.retention)),
  serve(contract.redactText, redactText(brought.redactions)),
  serve(contract.listAffected, listAffected),
];
