import { z } from 'zod';
import { call } from '../call.ts';
import { id, pageMeta, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';

const session = z.object({
  id,
  user_agent: z.string(),
  /** Derived from the user agent; null if unknown. */
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
  summary: 'Sign out one session; only from a trusted device',
  guards: ['auth'],
  stepUp: 'new_device',
  params: z.object({ id }),
});

export const endSessions = call({
  method: 'DELETE',
  path: '/api/users/sessions',
  summary: 'Sign out everywhere, or with `keep=current` everywhere else; only from a trusted device',
  guards: ['auth'],
  stepUp: 'new_device',
  query: z.object({ keep: z.literal('current').optional() }),
});

/** The token that an earlier sign-in on this device returned; without it the sign-in counts as a new device. */
export const device = onSurface('unstored', z.string().regex(/^[\w-]{43}$/)).optional();

export const signedIn = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  device: z.string().nullable(),
  /** Whether the whole shop is open to the account; if not, /activation says what is missing. */
  active: z.boolean(),
});
