import { z } from 'zod';
import { word } from '#words/say.ts';
import { email, password, user } from './auth.ts';
import { call } from './call.ts';
import { cents, dataOf, id, pageMeta, time } from './shapes.ts';

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, word('invalid.most_characters'))
    .refine((given) => !/\p{Cc}/u.test(given), word('invalid.control'));
const token = z.string().min(1, word('auth.open_link')).max(200);

export const changeProfile = call({
  method: 'PATCH',
  path: '/api/users/profile',
  summary: 'Change name, language, time zone or theme; null: as the browser asks',
  guards: ['auth'],
  body: z.strictObject({
    display_name: text(80).optional(),
    locale: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, word('account.locale_unknown'))
      .nullable()
      .optional(),
    time_zone: z.string().max(64).nullable().optional(),
    theme: z.enum(['system', 'light', 'dark']).nullable().optional(),
  }),
  reply: dataOf(user),
});

export const changeEmail = call({
  method: 'POST',
  path: '/api/users/email',
  summary: 'Ask for another e-mail address: a link to it confirms the change',
  guards: ['auth'],
  stepUp: 'always',
  perMinute: 6,
  body: z.strictObject({ email }),
});

export const confirmEmail = call({
  method: 'POST',
  path: '/api/auth/email-change',
  summary: 'Confirm the new e-mail address with the token that was mailed to it',
  guards: [],
  secret: true,
  body: z.strictObject({ token }),
});

export const stopEmail = call({
  method: 'POST',
  path: '/api/auth/email-change/stop',
  summary: 'Stop a change of the e-mail address, or take it back, with the token that was mailed to the old one',
  guards: [],
  secret: true,
  body: z.strictObject({ token }),
});

export const forgotPassword = call({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Mail a link for a new password, if there is such an account',
  guards: [],
  secret: true,
  body: z.strictObject({ username: z.string().trim().min(1, word('auth.enter_name_or_email')).max(254) }),
});

export const resetPassword = call({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with the token that was mailed; ends every session',
  guards: [],
  secret: true,
  body: z.strictObject({ token, password }),
});

const session = z.object({
  id,
  user_agent: z.string(),
  /** What the user agent says it is; null where it says nothing known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string(),
  created_at: time,
  last_used_at: time,
  current: z.boolean(),
});

export const listSessions = call({
  method: 'GET',
  path: '/api/users/sessions',
  summary: 'Where you are signed in',
  guards: ['auth'],
  reply: z.object({ data: z.array(session), meta: pageMeta }),
});

export const endSession = call({
  method: 'DELETE',
  path: '/api/users/sessions/{id}',
  summary: 'Sign out one session',
  guards: ['auth'],
  params: z.object({ id }),
});

export const endSessions = call({
  method: 'DELETE',
  path: '/api/users/sessions',
  summary: 'Sign out everywhere, or with `keep=current` everywhere else',
  guards: ['auth'],
  query: z.object({ keep: z.literal('current').optional() }),
});

export const exportAccount = call({
  method: 'GET',
  path: '/api/users/export',
  summary: 'Everything that the shop holds about you, as one JSON file',
  guards: ['auth'],
  stepUp: 'always',
  secret: true,
  download: 'facevalue-account.json',
  reply: z.looseObject({ exported_at: time, profile: z.looseObject({ id, username: z.string() }) }),
});

/** What is lost with an account that is erased now. */
export const eraseLoss = call({
  method: 'GET',
  path: '/api/users/erase',
  summary: 'What is lost with the account when it is erased now',
  guards: ['auth'],
  reply: dataOf(z.object({ balance_cents: cents, open_payments: z.int(), unrevealed_cards: z.int() })),
});

export const eraseAccount = call({
  method: 'POST',
  path: '/api/users/erase',
  summary: 'Erase the account: nothing of it names you any more, and nobody can sign in to it',
  guards: ['auth'],
  stepUp: 'always',
  secret: true,
  body: z.strictObject({
    username: z.string().max(64),
    /** Needed while there is something to lose. */
    give_up: z.boolean().default(false),
  }),
});
