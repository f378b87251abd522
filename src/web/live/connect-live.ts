import pusherJs from 'pusher-js';

// Its types know it as a module of their own kind; what is loaded is the class itself.
const Pusher = pusherJs as unknown as typeof pusherJs.default;

export interface LiveOptions {
  key: string;
  host: { name: string; port: number; secure: boolean };
  /** The first is the user's own. */
  channels: readonly string[];
  onEvent: (channel: string, event: string, data: Record<string, unknown>) => void;
  /** Whether events of the user's own channel arrive. */
  onState: (live: boolean) => void;
  /** The server does not want this socket, or a channel of it, any more. */
  onRefused: () => void;
}

const retry_ms = 15_000;

/** Keeps the page connected for as long as it is open; returns what ends it. */
export function connectLive({ key, host, channels, onEvent, onState, onRefused }: LiveOptions): () => void {
  const pusher = new Pusher(key, {
    cluster: '',
    wsHost: host.name,
    wsPort: host.port,
    wssPort: host.port,
    forceTLS: host.secure,
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) => {
        authorise(socketId, channelName).then(
          (given) => callback(null, given),
          (error: Error) => callback(error, null),
        );
      },
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refused = () => {
    onState(false);
    onRefused();
    // Whoever is still signed in when the page was read again comes back.
    clearTimeout(timer);
    pusher.disconnect();
    timer = setTimeout(() => pusher.connect(), retry_ms);
  };
  const [own] = channels;
  for (const name of channels) {
    const channel = pusher.subscribe(name);
    channel.bind('pusher:subscription_succeeded', () => {
      if (name === own) onState(true);
    });
    channel.bind('pusher:subscription_error', refused);
    channel.bind_global((event: string, data: Record<string, unknown>) => {
      if (!event.startsWith('pusher:')) onEvent(name, event, data);
    });
  }
  pusher.connection.bind('state_change', ({ previous, current }: { previous: string; current: string }) => {
    if (current !== 'connected' && previous === 'connected') onState(false);
    if (current === 'unavailable' || current === 'failed') onState(false);
  });
  pusher.connection.bind('error', ({ data }: { data?: { code?: number } }) => {
    if (data?.code === 4009) refused();
  });
  return () => {
    clearTimeout(timer);
    pusher.disconnect();
  };
}

async function authorise(socket_id: string, channel_name: string) {
  const response = await fetch('/live/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ socket_id, channel_name }),
  });
  if (!response.ok) throw new Error(`not authorised: ${response.status}`);
  return response.json();
}
