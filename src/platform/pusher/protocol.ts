/**
 * Close and error codes of the Pusher Channels protocol, version 7. Below 4100 the client gives up,
 * from 4100 it reconnects later, from 4200 at once.
 */
export const codes = {
  onlySecure: 4000,
  noSuchApp: 4001,
  noSuchPath: 4005,
  badVersion: 4006,
  unsupportedVersion: 4007,
  noVersion: 4008,
  unauthorised: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  noPong: 4201,
  clientEventRefused: 4301,
} as const;

/** Close codes of the WebSocket protocol itself. */
export const badData = { binary: 1003, notJson: 1007 } as const;

export interface Message {
  event: string;
  data: unknown;
}

/** One message on the wire; its data is JSON inside JSON, as the protocol requires. */
export function frame(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, ...(channel && { channel }), data: JSON.stringify(data) });
}

export const errorFrame = (code: number | null, message: string): string =>
  JSON.stringify({ event: 'pusher:error', data: { code, message } });

/** A client's message; undefined if it is not a protocol message. */
export function readMessage(text: string): Message | undefined {
  try {
    const message = JSON.parse(text);
    if (typeof message !== 'object' || message === null || typeof message.event !== 'string') return;
    const data = typeof message.data === 'string' ? parseQuietly(message.data) : message.data;
    return { event: message.event, data };
  } catch {
    return;
  }
}

/** Some clients encode data as a JSON string, the way the server sends it. */
function parseQuietly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export interface Subscription {
  channel: string;
  auth: string;
  channel_data: string;
}

const channelName = /^[A-Za-z0-9_\-=@,.;]{1,164}$/;

/** The fields of a subscription; undefined if one is missing or of the wrong type. */
export function readSubscription(data: unknown): Subscription | undefined {
  if (typeof data !== 'object' || data === null) return;
  const { channel, auth = '', channel_data = '' } = data as Record<string, unknown>;
  if (typeof channel !== 'string' || !channelName.test(channel)) return;
  if (typeof auth !== 'string' || typeof channel_data !== 'string') return;
  return { channel, auth, channel_data };
}

/** Why a connection is refused, judging by its path and query; undefined if it is accepted. */
export function refusalOf(url: URL, key: string): { code: number; message: string } | undefined {
  const app = /^\/app\/([^/]+)$/.exec(url.pathname)?.[1];
  if (app === undefined) return { code: codes.noSuchPath, message: 'Path not found.' };
  if (app !== key) return { code: codes.noSuchApp, message: 'Application does not exist.' };
  const version = url.searchParams.get('protocol');
  if (version === null) return { code: codes.noVersion, message: 'No protocol version supplied.' };
  if (!/^\d{1,3}$/.test(version)) return { code: codes.badVersion, message: 'Invalid version string format.' };
  if (version !== '7') return { code: codes.unsupportedVersion, message: 'Unsupported protocol version; use 7.' };
  return;
}
