import { z } from 'zod';
import { call } from '../call.ts';
import { cents, dataOf } from '../shapes.ts';
import { onSurface } from '../surface.ts';

export const listAttention = call({
  method: 'GET',
  path: '/api/attention',
  summary: 'What waits for you: codes to reveal, cards about to expire, open payments',
  guards: ['auth', 'active'],
  query: z.object({
    /** The zone of the texts' times for who has saved none: that of their browser. */
    time_zone: onSurface('name', z.string().max(64)).optional(),
  }),
  reply: dataOf(
    z.array(
      z.object({
        tone: z.enum(['info', 'warn']),
        text: z.string(),
        /** Path of the page on which to act. */
        link: z.string(),
      }),
    ),
  ),
});

/** At most four: what a visitor sees of the shop before signing in. */
export const listFaces = call({
  method: 'GET',
  path: '/api/faces',
  summary: 'A few of the cards that this shop sells, for its login page',
  guards: [],
  // Counted by itself: a visitor's login page asks for more than this.
  perMinute: 120,
  reply: dataOf(
    z.array(
      z.object({
        programme: z.string(),
        level: z.string(),
        country: z.string(),
        currency: z.string(),
        face_cents: cents,
        color_from: z.string(),
        color_to: z.string(),
        motif: z.string(),
      }),
    ),
  ),
});
