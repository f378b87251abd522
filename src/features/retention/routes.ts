import * as contract from '#contracts/retention.ts';
import { serve } from '#platform/http/serve.ts';
import type { RetentionRule } from '../ctx.ts';
import { listAffected } from './affected/list-affected.ts';
import { getRetention } from './periods/get-retention.ts';
import { setRetention } from './periods/set-retention.ts';
import { redactText } from './texts/redact-text.ts';

export const retentionRoutes = (rules: readonly RetentionRule[]) => [
  serve(contract.getRetention, getRetention(rules)),
  serve(contract.setRetention, setRetention(rules)),
  serve(contract.redactText, redactText),
  serve(contract.listAffected, listAffected),
];
