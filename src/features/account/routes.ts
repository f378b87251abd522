import * as contract from '#contracts/account.ts';
import { getPerson as getPersonCall } from '#contracts/alerts.ts';
import { serve } from '#platform/http/serve.ts';
import { eraseAccount } from './erase-account.ts';
import { eraseLoss } from './erase-loss.ts';
import { exportAccount } from './export-account.ts';
import { getPerson } from './get-person.ts';

export const accountRoutes = [
  serve(contract.eraseLoss, eraseLoss),
  serve(contract.eraseAccount, eraseAccount),
  serve(contract.exportAccount, exportAccount),
  serve(getPersonCall, getPerson),
];
