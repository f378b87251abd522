/** Limits for one client and for all together. */
export interface PusherLimits {
  sockets: number;
  sockets_per_owner: number;
  channels_per_socket: number;
  /** Bytes of one message from a client. */
  message_bytes: number;
  messages_per_second: number;
  message_burst: number;
  /** Consecutive messages over the rate after which the socket is closed. */
  messages_over: number;
  /** Bytes buffered for a slow reader before it is dropped. */
  buffered_bytes: number;
  /** Time a socket has for its first subscription. */
  unauthorised_ms: number;
  /** After `activity_ms` of silence a client should ping; `pong_ms` later we ping it, and it has as long to answer. */
  activity_ms: number;
  pong_ms: number;
  closing_ms: number;
}

export const pusherLimits: PusherLimits = {
  sockets: 12_000,
  sockets_per_owner: 50,
  channels_per_socket: 10,
  message_bytes: 10_240,
  messages_per_second: 20,
  message_burst: 40,
  messages_over: 100,
  buffered_bytes: 64 * 1024,
  unauthorised_ms: 30_000,
  activity_ms: 120_000,
  pong_ms: 30_000,
  closing_ms: 2_000,
};
