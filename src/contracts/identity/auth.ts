import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { cents, dataOf, id, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { answered, otp } from './factors.ts';
import { device, signedIn } from './sessions.ts';
import { shortcutNames } from './shortcuts.ts';

const shortcutKey = () =>
  onSurface(
    'shaped',
    z
      .string()
      .toLowerCase()
      .regex(/^[^\s\p{C}]?$/u, messageKey('shortcuts.one_key')),
  );

/** An empty key is none. */
export const shortcuts = z.strictObject({
  on: z.boolean(),
  keys: z.partialRecord(z.enum(shortcutNames), shortcutKey()),
});

export const user = z.object({
  id,
  username: z.string(),
  display_name: z.string(),
  email: z.string(),
  /** The user's choice of language, time zone and theme; null if none was made. */
  locale: z.string().nullable(),
  time_zone: z.string().nullable(),
  theme: z.enum(['system', 'light', 'dark']).nullable(),
  /** Which single keys do what; null: as the shop has them. */
  shortcuts: shortcuts.nullable(),
  /** Where the user redeems cards; null if they didn't say. */
  country: z.string().nullable(),
  balance_cents: cents,
  role: z.enum(['buyer', 'admin']),
  roles: z.array(z.string()),
  email_verified: z.boolean(),
  terms_accepted: z.boolean(),
  /** The terms have changed since they were accepted: until the new ones are, nothing can be bought. */
  terms_pending: z.boolean(),
  tier: z.int(),
  /** Counted up to 100. */
  unread_notifications: z.int(),
  /** Number of the last event on the user's channel; a socket that receives a higher one is ahead of this reply. */
  live_seq: z.int(),
  created_at: time,
});
export type User = z.infer<typeof user>;

export const username = onSurface('name', z.string().regex(/^[a-z0-9_.-]{3,32}$/, messageKey('auth.username_shape')));

export const password = onSurface(
  'unstored',
  z.string().min(12, messageKey('invalid.minimum_characters')).max(128, messageKey('invalid.maximum_characters')),
);

export const email = z
  .string()
  .max(254)
  .pipe(onSurface('email', z.email(messageKey('invalid.format.email'))))
  .transform((text) => text.toLowerCase());

/** A token from a mailed link. */
export const token = onSurface('unstored', z.string().min(1, messageKey('auth.open_link')).max(200));

export const getAuthStatus = call({
  method: 'GET',
  path: '/api/auth/status',
  summary: 'Whether the bearer is signed in, and what registration allows',
  inMaintenance: true,
  guards: [],
  reply: dataOf(z.object({ signed_in: z.boolean(), registration: z.enum(['open', 'invite', 'closed']) })),
});

export const login = call({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in; an account with a second factor answers `otp_required` with a ticket and the factors it offers',
  inMaintenance: true,
  guards: [],
  inVault: true,
  secret: true,
  body: z
    .strictObject({
      username: onSurface('name', z.string().min(1, messageKey('auth.enter_username')).max(254)),
      password: onSurface('unstored', z.string().min(1, messageKey('auth.enter_password')).max(1000)).optional(),
      /** A code from the authenticator app, or a recovery code. */
      otp: otp.optional(),
      /** From an `otp_required` reply: replaces the password. A passkey signs in at /api/auth/passkey instead. */
      ticket: onSurface('unstored', z.string().max(200)).optional(),
      device,
    })
    .refine(({ password, ticket }) => password ?? ticket, {
      path: ['password'],
      message: messageKey('auth.enter_password'),
    }),
  reply: signedIn,
});

export const logout = call({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Revoke this token',
  inMaintenance: true,
  guards: ['auth'],
});

export const register = call({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create an inactive buyer',
  guards: ['guest'],
  secret: true,
  body: z.strictObject({
    username,
    email,
    password,
    terms: z.literal(true, { error: messageKey('auth.accept_terms') }),
  }),
  reply: dataOf(user),
  status: 201,
});

export const verifyEmail = call({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Confirm an e-mail address with the token that was mailed',
  guards: [],
  secret: true,
  body: z.strictObject({ token }),
});

export const verifyEmailCode = call({
  method: 'POST',
  path: '/api/auth/verify-email/code',
  summary: 'Confirm your e-mail address with the code of the latest mail, within an hour',
  guards: ['auth'],
  secret: true,
  body: z.strictObject({ code: onSurface('unstored', z.string().min(1, messageKey('device_code.enter')).max(20)) }),
});

export const resendVerification = call({
  method: 'POST',
  path: '/api/auth/verify-email/resend',
  summary: 'Mail the confirmation link again',
  guards: ['auth'],
  perMinute: 3,
});

export const getCurrentUser = call({
  method: 'GET',
  path: '/api/auth/users',
  summary: 'The signed-in user',
  inMaintenance: true,
  guards: ['auth'],
  reply: dataOf(user),
});

/** An account becomes active once its e-mail is confirmed, the terms are accepted and enough is topped up. */
export const getActivation = call({
  method: 'GET',
  path: '/api/auth/activation',
  summary: 'What is still missing to be active',
  guards: ['auth'],
  reply: dataOf(
    z.object({
      active: z.boolean(),
      email_verified: z.boolean(),
      terms_accepted: z.boolean(),
      minimum_cents: cents,
      topped_up_cents: cents,
    }),
  ),
});

export const forgotPassword = call({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Mail a link for a new password, if there is such an account',
  guards: [],
  secret: true,
  body: z.strictObject({
    username: onSurface('name', z.string().trim().min(1, messageKey('auth.enter_name_or_email')).max(254)),
    device,
  }),
});

export const resetPassword = call({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with the token that was mailed; ends every session',
  guards: [],
  secret: true,
  body: z.strictObject({ token, password }),
});

export const signInByPasskey = call({
  method: 'POST',
  path: '/api/auth/passkey',
  summary: 'Sign in by passkey',
  inMaintenance: true,
  guards: [],
  secret: true,
  body: z.strictObject({ ...answered, device }),
  reply: signedIn,
});
