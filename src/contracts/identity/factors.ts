import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { dataOf, factor, id, pageMeta, time } from '../shapes.ts';
import { onSurface, type Surface } from '../surface.ts';
import { signedIn } from './sessions.ts';

export const otp = onSurface('unstored', z.string().min(1, messageKey('auth.enter_code')).max(20));

const base64url = (max: number, surface: Surface = 'unstored') =>
  onSurface(
    surface,
    z
      .string()
      .max(max)
      .regex(/^[\w-]*$/, messageKey('invalid.base64url')),
  );

/** The browser's authenticator response, in WebAuthn's JSON format. */
const credential = {
  id: base64url(1400, 'identifier'),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: onSurface('unstored', z.string().max(40)).nullish(),
  clientExtensionResults: z.record(z.string(), onSurface('unstored', z.unknown())).default({}),
};

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(200).nullish(),
  }),
});

const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z
      .array(onSurface('name', z.string().max(40)))
      .max(10)
      .optional(),
  }),
});
export type Assertion = z.output<typeof assertion>;
export type Attestation = z.output<typeof attestation>;

export const challenge = dataOf(z.object({ challenge_id: id, options: z.looseObject({ challenge: z.string() }) }));

export const answered = { challenge_id: id, response: assertion };

export const createPasskeyChallenge = call({
  method: 'POST',
  path: '/api/auth/passkey/options',
  summary: 'A challenge for a sign-in by passkey, or for a confirmation when signed in',
  inMaintenance: true,
  guards: [],
  secret: true,
  perMinute: 60,
  reply: challenge,
});

export type Factor = z.infer<typeof factor>;

export const getConfirmation = call({
  method: 'GET',
  path: '/api/auth/step-up',
  summary: 'Which factors confirm that it is you, until when the last one counts, and whether this device needs a code',
  inMaintenance: true,
  guards: ['auth'],
  reply: dataOf(
    z.object({
      factors: z.array(factor),
      fresh_until: time.nullable(),
      /** Whether calls answer `device_confirmation_required` on this device. */
      needs_device_code: z.boolean(),
      /** Until when the code that was mailed last can be entered. */
      device_code_expires_at: time.nullable(),
    }),
  ),
});

export const confirmIdentity = call({
  method: 'POST',
  path: '/api/auth/step-up',
  summary: 'Confirm that it is you by one factor; answers with the token that follows this one',
  inMaintenance: true,
  guards: ['auth'],
  inVault: true,
  secret: true,
  body: z.strictObject({
    password: onSurface('unstored', z.string().max(1000)).optional(),
    /** A code from the authenticator app, or a recovery code. */
    otp: otp.optional(),
    passkey: z.strictObject(answered).optional(),
  }),
  reply: signedIn,
});

export const sendDeviceCode = call({
  method: 'POST',
  path: '/api/auth/device-code',
  summary: 'Mail a code of eight digits that confirms this device, for 15 minutes',
  guards: ['auth'],
  reply: dataOf(z.object({ expires_at: time })),
  status: 202,
});

export const confirmDevice = call({
  method: 'POST',
  path: '/api/auth/device',
  summary: 'Confirm this device with the code that was mailed; answers with the token that follows this one',
  guards: ['auth'],
  secret: true,
  body: z.strictObject({ code: onSurface('unstored', z.string().min(1, messageKey('device_code.enter')).max(20)) }),
  reply: signedIn,
});

export const getTwoFactor = call({
  method: 'GET',
  path: '/api/users/two-factor',
  summary: 'Whether codes of an authenticator app are asked for',
  guards: ['auth'],
  reply: dataOf(z.object({ enabled: z.boolean(), since: time.nullable(), recovery_codes_left: z.int() })),
});

export const startTwoFactor = call({
  method: 'POST',
  path: '/api/users/two-factor',
  summary: 'A new secret for an authenticator app; it counts once a code of it was confirmed',
  guards: ['auth'],
  inVault: true,
  stepUp: 'always',
  secret: true,
  reply: dataOf(z.object({ secret: z.string(), uri: z.string() })),
  status: 201,
});

const recoveryCodes = dataOf(z.object({ recovery_codes: z.array(z.string()) }));

export const confirmTwoFactor = call({
  method: 'POST',
  path: '/api/users/two-factor/confirm',
  summary: 'Switch the codes on with the first of them; answers with new recovery codes, this once',
  guards: ['auth'],
  inVault: true,
  stepUp: 'always',
  secret: true,
  body: z.strictObject({ otp }),
  reply: recoveryCodes,
});

export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/api/users/two-factor/recovery-codes',
  summary: 'New recovery codes in place of the old ones, shown this once',
  guards: ['auth'],
  stepUp: 'always',
  secret: true,
  reply: recoveryCodes,
});

export const endTwoFactor = call({
  method: 'DELETE',
  path: '/api/users/two-factor',
  summary: 'Switch the codes of the authenticator app off',
  guards: ['auth'],
  stepUp: 'always',
});

const passkeyName = onSurface(
  'name',
  z
    .string()
    .trim()
    .min(1, messageKey('passkey.name_it'))
    .max(60, messageKey('invalid.maximum_characters'))
    .refine((name) => !/\p{Cc}/u.test(name), messageKey('invalid.control')),
);

export const passkey = z.object({ id, name: z.string(), created_at: time, last_used_at: time.nullable() });

export const listPasskeys = call({
  method: 'GET',
  path: '/api/users/passkeys',
  summary: 'Your passkeys',
  guards: ['auth'],
  reply: z.object({ data: z.array(passkey), meta: pageMeta }),
});

export const startPasskey = call({
  method: 'POST',
  path: '/api/users/passkeys/options',
  summary: 'A challenge to make a passkey with',
  guards: ['auth'],
  stepUp: 'always',
  secret: true,
  reply: challenge,
});

export const addPasskey = call({
  method: 'POST',
  path: '/api/users/passkeys',
  summary: 'Add the passkey that was made',
  guards: ['auth'],
  stepUp: 'always',
  secret: true,
  body: z.strictObject({ challenge_id: id, name: passkeyName, response: attestation }),
  /** The first factor besides the password comes with recovery codes, shown only once. */
  reply: z.object({ data: passkey, recovery_codes: z.array(z.string()).nullable() }),
  status: 201,
});

export const renamePasskey = call({
  method: 'PATCH',
  path: '/api/users/passkeys/{id}',
  summary: 'Rename a passkey',
  guards: ['auth'],
  params: z.object({ id }),
  body: z.strictObject({ name: passkeyName }),
  reply: dataOf(passkey),
});

export const removePasskey = call({
  method: 'DELETE',
  path: '/api/users/passkeys/{id}',
  summary: 'Remove a passkey',
  guards: ['auth'],
  stepUp: 'always',
  params: z.object({ id }),
});
