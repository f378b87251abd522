import * as contract from '#contracts/account.ts';
import { serve } from '#platform/http/serve.ts';
import { eraseAccount } from './erase-account.ts';
import { eraseLoss } from './erase-loss.ts';
import { exportAccount } from './export-account.ts';

export const accountRoutes = [
  serve(contract.eraseLoss, eraseLoss),
  serve(contract.eraseAccount, eraseAccount),
  serve(contract.exportAccount, exportAccount),
];
