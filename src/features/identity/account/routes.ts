import * as contract from '#contracts/identity/account.ts';
import { serve } from '#platform/http/serve.ts';
import type { AccountData } from '../../feature.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { eraseAccountOf } from './erase-account.ts';
import { exportAccountOf } from './export-account.ts';
import { getEraseLossOf } from './get-erase-loss.ts';
import { stopEmailChange } from './stop-email-change.ts';

export const accountRoutes = (data: readonly AccountData[]) => [
  serve(contract.changeProfile, changeProfile),
  serve(contract.changePassword, changePassword),
  serve(contract.changeEmail, changeEmail),
  serve(contract.confirmEmailChange, confirmEmailChange),
  serve(contract.stopEmailChange, stopEmailChange),
  serve(contract.getEraseLoss, getEraseLossOf(data)),
  serve(contract.eraseAccount, eraseAccountOf(data)),
  serve(contract.exportAccount, exportAccountOf(data)),
];
