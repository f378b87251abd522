import { randomInt } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Logger } from '#platform/log.ts';
import type { PusherLimits } from './limits.ts';
import { codes, errorFrame, frame } from './protocol.ts';

/** One connected socket: its subscriptions, its rate limit and its liveness. */
export class Client {
  readonly id = `${randomInt(1_000_000_000)}.${randomInt(1_000_000_000)}`;
  readonly ws: WebSocket;
  /** The owner, known after the first subscription. */
  owner: string | null = null;
  /** By name; not `live` until the subscription has been admitted. */
  readonly channels = new Map<string, { claim: string; live: boolean }>();
  /** When (ms) its right to its channels must be checked again. */
  until = Number.POSITIVE_INFINITY;
  ended = false;
  readonly #limits: PusherLimits;
  readonly #log: Logger;
  readonly #opened_at: number;
  #last_activity_at: number;
  #pinged_at: number | null = null;
  #tokens: number;
  #tokens_at: number;
  #over = 0;

  constructor(ws: WebSocket, at: number, limits: PusherLimits, log: Logger) {
    this.ws = ws;
    this.#limits = limits;
    this.#log = log;
    this.#opened_at = at;
    this.#last_activity_at = at;
    this.#tokens = limits.message_burst;
    this.#tokens_at = at;
  }

  /** Drops a reader that is too slow, so that its send buffer stays bounded. */
  send(text: string): void {
    const { ws } = this;
    if (ws.readyState !== ws.OPEN) return;
    if (ws.bufferedAmount <= this.#limits.buffered_bytes) {
      ws.send(text);
      return;
    }
    this.#log.info({ buffered: ws.bufferedAmount }, 'a slow socket was dropped');
    ws.terminate();
  }

  end(code: number, message: string): void {
    if (this.ended) return;
    this.ended = true;
    this.send(errorFrame(code, message));
    this.ws.close(code, message);
  }

  /** Counts one message against the rate limit. Over it, warns once, and closes the socket after too many. */
  takeTurn(at: number): boolean {
    const { messages_per_second, message_burst, messages_over } = this.#limits;
    this.#tokens = Math.min(message_burst, this.#tokens + ((at - this.#tokens_at) / 1000) * messages_per_second);
    this.#tokens_at = at;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      this.#over = 0;
      return true;
    }
    this.#over += 1;
    if (this.#over === 1) this.send(errorFrame(codes.clientEventRefused, 'Too many messages.'));
    if (this.#over > messages_over) this.end(codes.overCapacity, 'Too many messages.');
    return false;
  }

  noteActivity(at: number): void {
    this.#last_activity_at = at;
    this.#pinged_at = null;
  }

  /** Closes a socket that never subscribed or no longer answers; pings one that has long been silent. */
  sweep(at: number): void {
    const { unauthorised_ms, activity_ms, pong_ms } = this.#limits;
    if (this.owner === null && at - this.#opened_at > unauthorised_ms) {
      this.end(codes.unauthorised, 'Nothing was subscribed to in time.');
      return;
    }
    if (this.#pinged_at !== null) {
      if (at - this.#pinged_at > pong_ms) this.end(codes.noPong, 'Pong was not received in time.');
    } else if (at - this.#last_activity_at > activity_ms + pong_ms) {
      this.#pinged_at = at;
      this.send(frame('pusher:ping', {}));
    }
  }
}
