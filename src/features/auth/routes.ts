import * as account from '#contracts/account.ts';
import * as contract from '#contracts/auth.ts';
import * as factors from '#contracts/factors.ts';
import { serve } from '#platform/http/serve.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { confirmEmail } from './confirm-email.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { endSession } from './end-session.ts';
import { endSessions } from './end-sessions.ts';
import { forgotPassword } from './forgot-password.ts';
import { getActivation } from './get-activation.ts';
import { getConfirmation } from './get-confirmation.ts';
import { getStatus } from './get-status.ts';
import { getCurrentUser } from './get-user.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { createPasskeyChallenge } from './passkeys/create-passkey-challenge.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { renamePasskey } from './passkeys/rename-passkey.ts';
import { signInByPasskey } from './passkeys/sign-in-by-passkey.ts';
import { startPasskey } from './passkeys/start-passkey.ts';
import { register } from './register.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { stopEmailChange } from './stop-email-change.ts';
import { confirmTwoFactor } from './totp/confirm-two-factor.ts';
import { endTwoFactor } from './totp/end-two-factor.ts';
import { getTwoFactor } from './totp/get-two-factor.ts';
import { renewRecoveryCodes } from './totp/renew-recovery-codes.ts';
import { startTwoFactor } from './totp/start-two-factor.ts';
import { verifyEmail } from './verify-email.ts';

export const authRoutes = [
  serve(contract.authStatus, getStatus),
  serve(contract.login, login),
  serve(contract.logout, logout),
  serve(contract.register, register),
  serve(contract.verifyEmail, verifyEmail),
  serve(contract.resendVerification, resendVerification),
  serve(contract.currentUser, getCurrentUser),
  serve(contract.activation, getActivation),
  serve(contract.changePassword, changePassword),
  serve(account.changeProfile, changeProfile),
  serve(account.changeEmail, changeEmail),
  serve(account.confirmEmail, confirmEmail),
  serve(account.stopEmail, stopEmailChange),
  serve(account.forgotPassword, forgotPassword),
  serve(account.resetPassword, resetPassword),
  serve(account.listSessions, listSessions),
  serve(account.endSession, endSession),
  serve(account.endSessions, endSessions),
  serve(factors.confirmation, getConfirmation),
  serve(factors.confirmIdentity, confirmIdentity),
  serve(factors.twoFactor, getTwoFactor),
  serve(factors.startTwoFactor, startTwoFactor),
  serve(factors.confirmTwoFactor, confirmTwoFactor),
  serve(factors.renewRecoveryCodes, renewRecoveryCodes),
  serve(factors.endTwoFactor, endTwoFactor),
  serve(factors.passkeyChallenge, createPasskeyChallenge),
  serve(factors.passkeyLogin, signInByPasskey),
  serve(factors.listPasskeys, listPasskeys),
  serve(factors.startPasskey, startPasskey),
  serve(factors.addPasskey, addPasskey),
  serve(factors.renamePasskey, renamePasskey),
  serve(factors.removePasskey, removePasskey),
];
