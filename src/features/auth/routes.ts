import * as contract from '#contracts/auth.ts';
import { serve } from '#platform/http/serve.ts';
import { changePassword } from './change-password.ts';
import { endSession } from './end-session.ts';
import { getActivation } from './get-activation.ts';
import { getStatus } from './get-status.ts';
import { getCurrentUser } from './get-user.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { register } from './register.ts';
import { resendVerification } from './resend-verification.ts';
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
  serve(contract.listSessions, listSessions),
  serve(contract.endSession, endSession),
];
