import Pusher from 'pusher';

const TIMEOUT_MS = 5_000;

/** The HTTP API of the server at PUSHER_URL: `http(s)://key:secret@host/apps/id`. */
export function openPusher(pusherUrl: string): Pusher {
  const { username, password, hostname, port, protocol, pathname } = new URL(pusherUrl);
  const useTLS = protocol === 'https:';
  return new Pusher({
    appId: pathname.split('/').at(-1) ?? '',
    key: decodeURIComponent(username),
    secret: decodeURIComponent(password),
    host: hostname,
    port: port || (useTLS ? '443' : '80'),
    useTLS,
    timeout: TIMEOUT_MS,
  });
}
