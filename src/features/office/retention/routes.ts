import * as contract from '#contracts/office/retention.ts';
import { serve } from '#platform/http/serve.ts';
import type { AccountData, RetentionRule } from '../../feature.ts';
import { listAffected } from './affected/list-affected.ts';
import { getProcessing } from './periods/get-processing.ts';
import { getRetention } from './periods/get-retention.ts';
import { setRetention } from './periods/set-retention.ts';
import { redactText } from './texts/redact-text.ts';

export const retentionRoutes = (rules: readonly RetentionRule[], data: readonly AccountData[]) => [
  serve(contract.getRetention, getRetention(rules)),
  serve(contract.getProcessing, getProcessing(rules, data)),
  serve(contract.setRetention, setRetention(rules)),
  serve(contract.redactText, redactText),
  serve(contract.listAffected, listAffected),
];
