import * as contract from '#contracts/account.ts';
import { serve } from '#platform/http/serve.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { eraseAccount } from './erase-account.ts';
import { exportAccount } from './export-account.ts';
import { getEraseLoss } from './get-erase-loss.ts';
import { stopEmailChange } from './stop-email-change.ts';

export const accountRoutes = [
  serve(contract.changeProfile, changeProfile),
  serve(contract.changePassword, changePassword),
  serve(contract.changeEmail, changeEmail),
  serve(contract.confirmEmailChange, confirmEmailChange),
  serve(contract.stopEmailChange, stopEmailChange),
  serve(contract.getEraseLoss, getEraseLoss),
  serve(contract.eraseAccount, eraseAccount),
  serve(contract.exportAccount, exportAccount),
];
