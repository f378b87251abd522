import pusherJs from 'pusher-js';

// Its types declare a different kind of module; what is loaded is the class itself.
const Pusher = pusherJs as unknown as typeof pusherJs.default;

export interface LiveOptions {
  key: string;
  host: { name: string; port: number; secure: boolean };
  /** A server other than the shop: at logout it closes a socket only if the socket is signed in as its user. */
  elsewhere: boolean;
  /** The first channel is the user's own. */
  channels: readonly string[];
  onEvent: (channel: string, event: string, data: Record<string, unknown>) => void;
  /** Whether events on the user's own channel arrive. */
  onState: (live: boolean) => void;
  /** The server no longer accepts this socket or one of its channels. */
  onRefused: () => void;
}

const UNREACHABLE_MS = 5_000;
const REFUSED_MS = 15_000;

/** Keeps the page connected while it is open; returns a function that disconnects it. */
export function connectLive(options: LiveOptions): () => void {
  const { onState, onRefused } = options;
  let stop = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Starts a new client: an old one drops a transport for good after two failures. Jittered to spread reconnects. */
  function again(after_ms: number): void {
    onState(false);
    stop();
    clearTimeout(timer);
    timer = setTimeout(() => retry(after_ms), after_ms * (0.5 + Math.random()));
  }

  /** A hidden page does not revalidate, so it can't know yet that its session has ended. */
  function retry(after_ms: number): void {
    if (document.hidden && after_ms === REFUSED_MS) again(after_ms);
    else start();
  }

  function start(): void {
    stop = openClient(
      options,
      () => again(UNREACHABLE_MS),
      () => {
        // A user still signed in after the page revalidates reconnects.
        again(REFUSED_MS);
        onRefused();
      },
    );
  }

  start();
  return () => {
    clearTimeout(timer);
    stop();
  };
}

function openClient(options: LiveOptions, onLost: () => void, onRefused: () => void): () => void {
  const { key, host, elsewhere, channels, onEvent, onState } = options;
  let stopped = false;
  const pusher = new Pusher(key, {
    cluster: '',
    wsHost: host.name,
    wsPort: host.port,
    wssPort: host.port,
    forceTLS: host.secure,
    enabledTransports: ['ws', 'wss'],
    unavailableTimeout: UNREACHABLE_MS,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) => {
        authorise({ socket_id: socketId, channel_name: channelName }).then(
          (given) => stopped || callback(null, given),
          (error: Error) => stopped || callback(error, null),
        );
      },
    },
    userAuthentication: {
      endpoint: '/live/auth',
      transport: 'ajax',
      customHandler: ({ socketId }, callback) => {
        authorise({ socket_id: socketId }).then(
          (given) => stopped || callback(null, given),
          (error: Error) => stopped || callback(error, null),
        );
      },
    },
  });
  if (elsewhere) pusher.signin();
  for (const name of channels) {
    const channel = pusher.subscribe(name);
    channel.bind('pusher:subscription_succeeded', () => name === channels[0] && onState(true));
    channel.bind('pusher:subscription_error', onRefused);
    channel.bind_global((event: string, data: Record<string, unknown>) => {
      if (!event.startsWith('pusher:')) onEvent(name, event, data);
    });
  }
  pusher.connection.bind('state_change', ({ previous, current }: { previous: string; current: string }) => {
    if (previous === 'connected') onState(false);
    if (current === 'unavailable' || current === 'failed') onLost();
  });
  pusher.connection.bind('error', ({ data }: { data?: { code?: number } }) => {
    if (data?.code === 4009) onRefused();
  });
  return () => {
    stopped = true;
    pusher.unbind_all();
    pusher.connection.unbind();
    for (const name of channels) pusher.channel(name)?.unbind();
    // The client sends in the next task: closed before, the socket would complain about it on the console.
    setTimeout(() => pusher.disconnect());
  };
}

async function authorise(subscription: { socket_id: string; channel_name?: string }) {
  const response = await fetch('/live/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  });
  if (!response.ok) throw new Error(`not authorised: ${response.status}`);
  return response.json();
}
