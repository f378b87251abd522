import * as contract from '#contracts/identity/auth.ts';
import { serve } from '#platform/http/serve.ts';
import type { AccountData } from '../../feature.ts';
import { forgotPassword } from './forgot-password.ts';
import { getActivation } from './get-activation.ts';
import { getAuthStatus } from './get-auth-status.ts';
import { getCurrentUser } from './get-current-user.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { registerOf } from './register.ts';
import { resetPassword } from './reset-password.ts';
import { signInByPasskey } from './sign-in-by-passkey.ts';
import { resendVerification } from './verification/resend-verification.ts';
import { verifyEmail } from './verification/verify-email.ts';
import { verifyEmailCode } from './verification/verify-email-code.ts';

export const authRoutes = (data: readonly AccountData[]) => [
  serve(contract.getAuthStatus, getAuthStatus),
  serve(contract.login, login),
  serve(contract.signInByPasskey, signInByPasskey),
  serve(contract.logout, logout),
  serve(contract.register, registerOf(data)),
  serve(contract.verifyEmail, verifyEmail),
  serve(contract.verifyEmailCode, verifyEmailCode),
  serve(contract.resendVerification, resendVerification),
  serve(contract.forgotPassword, forgotPassword),
  serve(contract.resetPassword, resetPassword),
  serve(contract.getCurrentUser, getCurrentUser),
  serve(contract.getActivation, getActivation),
];
