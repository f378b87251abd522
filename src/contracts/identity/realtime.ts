import { z } from 'zod';
import { call } from '../call.ts';
import { onSurface } from '../surface.ts';

const socketId = onSurface('unstored', z.string().regex(/^\d{1,16}\.\d{1,16}$/));

/** Replies without the `data` wrapper, as Pusher's own servers do: clients of the protocol expect that. */
export const authoriseChannel = call({
  method: 'POST',
  path: '/api/broadcasting/auth',
  summary:
    'Authorise a realtime channel for a socket: private-user.{id}, private-notices, or private-dashboard for admins',
  guards: ['auth'],
  form: true,
  secret: true,
  perMinute: 240,
  body: z.strictObject({
    socket_id: socketId,
    channel_name: onSurface('unstored', z.string().min(1).max(164)),
  }),
  reply: z.object({ auth: z.string(), channel_data: z.string().optional() }),
});

/** With PUSHER_URL: ties a socket to its user, so that it can be closed when their session ends. */
export const authoriseSocket = call({
  method: 'POST',
  path: '/api/broadcasting/user-auth',
  summary: "Authorise a socket's sign-in (pusher:signin) on the external server of PUSHER_URL",
  guards: ['auth'],
  form: true,
  secret: true,
  perMinute: 120,
  body: z.strictObject({ socket_id: socketId }),
  reply: z.object({ auth: z.string(), user_data: z.string() }),
});
