import { randomInt } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Logger } from '#platform/log.ts';
import type { PusherLimits } from './limits.ts';
import { codes, errorFrame, frame } from './protocol.ts';

/** One connected socket: what it is subscribed to, its rate, and how it is spoken to. */
export class Client {
  readonly id = `${randomInt(1_000_000_000)}.${randomInt(1_000_000_000)}`;
  readonly ws: WebSocket;
  /** Whose it is, once it subscribed to something. */
  owner: string | null = null;
  /** By name; not `live` while that is still being decided. */
  readonly channels = new Map<string, { claim: string; live: boolean }>();
  /** When (ms) it has to be asked again whether it may hear what it hears. */
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

  /** A reader that is too slow for what is sent to it is dropped, so that what waits stays bounded. */
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

  /** Takes one message from its rate; says so, and at last ends the socket, when there is none left. */
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

  /** Ends what never subscribed or does not answer any more; asks what was silent for long. */
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
