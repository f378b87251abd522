import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Signed {
  socket_id: string;
  channel: string;
  /** Sent along with the subscription unchanged; empty if there is none. */
  channel_data: string;
}

/** The `auth` text that lets a socket subscribe to a channel: `key:signature`. */
export function signChannel({ key, secret }: { key: string; secret: string }, signed: Signed): string {
  const { socket_id, channel, channel_data } = signed;
  const text = [socket_id, channel, ...(channel_data ? [channel_data] : [])].join(':');
  return `${key}:${createHmac('sha256', secret).update(text).digest('hex')}`;
}

/** Compares in constant time. */
export function isSignedChannel(app: { key: string; secret: string }, signed: Signed, auth: string): boolean {
  const [expected, given] = [Buffer.from(signChannel(app, signed)), Buffer.from(auth)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
