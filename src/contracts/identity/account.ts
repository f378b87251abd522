import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { cents, country, dataOf, id, NAME_CONTROLS, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { email, password, shortcuts, token, user } from './auth.ts';

export const changeProfile = call({
  method: 'PATCH',
  path: '/api/users/profile',
  summary:
    'Change name, language, time zone, theme, country or shortcuts; null: as the browser asks, or as the shop has it',
  guards: ['auth'],
  body: z.strictObject({
    display_name: onSurface(
      'name',
      z
        .string()
        .trim()
        .max(80, messageKey('invalid.maximum_characters'))
        .refine((given) => !NAME_CONTROLS.test(given), messageKey('invalid.control')),
    ).optional(),
    locale: onSurface(
      'name',
      z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, messageKey('account.locale_unknown')),
    )
      .nullable()
      .optional(),
    time_zone: onSurface('name', z.string().max(64)).nullable().optional(),
    theme: z.enum(['system', 'light', 'dark']).nullable().optional(),
    country: country.nullable().optional(),
    shortcuts: shortcuts.nullable().optional(),
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

export const confirmEmailChange = call({
  method: 'POST',
  path: '/api/auth/email-change',
  summary: 'Confirm the new e-mail address with the token that was mailed to it',
  guards: [],
  secret: true,
  body: z.strictObject({ token }),
});

export const stopEmailChange = call({
  method: 'POST',
  path: '/api/auth/email-change/stop',
  summary: 'Stop a change of the e-mail address, or take it back, with the token that was mailed to the old one',
  guards: [],
  secret: true,
  body: z.strictObject({ token }),
});

export const exportAccount = call({
  method: 'GET',
  path: '/api/users/export',
  summary: 'Everything that the shop holds about you, as one JSON file',
  guards: ['auth'],
  inVault: true,
  stepUp: 'always',
  secret: true,
  download: 'facevalue-account.json',
  changesState: true,
  reply: z.looseObject({ exported_at: time, profile: z.looseObject({ id, username: z.string() }) }),
});

/** What the user loses by erasing the account now. */
export const getEraseLoss = call({
  method: 'GET',
  path: '/api/users/erase',
  summary: 'What is lost with the account when it is erased now',
  guards: ['auth'],
  reply: dataOf(
    z.object({
      balance_cents: cents,
      open_payments: z.int(),
      unrevealed_cards: z.int(),
      /** Claims of a guarantee that nobody has decided. */
      open_claims: z.int(),
      /** Gifts whose links nobody has opened: they show nothing any more. */
      open_gifts: z.int(),
    }),
  ),
});

export const eraseAccount = call({
  method: 'POST',
  path: '/api/users/erase',
  summary: 'Erase the account: nothing of it names you any more, and nobody can sign in to it',
  guards: ['auth'],
  stepUp: 'always',
  secret: true,
  body: z.strictObject({
    username: onSurface('unstored', z.string().max(64)),
    /** Required while there is something to lose. */
    give_up: z.boolean().default(false),
  }),
});

export const changePassword = call({
  method: 'PUT',
  path: '/api/users/password',
  summary: 'Change the password; ends the other sessions',
  guards: ['auth'],
  secret: true,
  stepUp: 'beside_password',
  body: z.strictObject({ current_password: onSurface('unstored', z.string().min(1).max(1000)), password }),
});
