import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '#platform/clock.ts';
import { Client } from './client.ts';
import { type PusherLimits, pusherLimits } from './limits.ts';
import { badData, codes, errorFrame, frame, readMessage, refusalOf } from './protocol.ts';
import { type SubscriptionOptions, Subscriptions } from './subscriptions.ts';

export interface PusherOptions extends SubscriptionOptions {
  clock: Clock;
  limits?: Partial<PusherLimits>;
}

const pong = frame('pusher:pong', {});
// Only the event is refused: a client that were disconnected over it would never come back.
const clientEventsOff = errorFrame(codes.clientEventRefused, 'Client events are off.');
const RESTARTING = 'The server is restarting. Connect again.';

/** A server for private channels of the Pusher Channels protocol, version 7. */
export class PusherServer {
  readonly #options: PusherOptions;
  readonly #limits: PusherLimits;
  readonly #sockets: WebSocketServer;
  readonly #clients = new Map<string, Client>();
  readonly #subscriptions: Subscriptions;
  #closing = false;

  constructor(options: PusherOptions) {
    this.#options = options;
    this.#limits = { ...pusherLimits, ...options.limits };
    this.#subscriptions = new Subscriptions(options, this.#limits);
    this.#sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: this.#limits.message_bytes,
      closeTimeout: this.#limits.closing_ms,
    } as ServerOptions);
  }

  /** Takes over a connection; `insecure` means that it came without TLS where TLS is required. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, insecure: boolean): void {
    const url = new URL(request.url ?? '/', 'ws://localhost');
    this.#sockets.handleUpgrade(request, socket, head, (ws) => this.#open(ws, url, insecure));
  }

  /**
   * Sends an event to this process's subscribers; `dataFor` may vary with the claim signed into a subscription, and is null
   * for whom it isn't.
   */
  publish(channel: string, event: string, dataFor: (claim: string) => object | null): void {
    for (const client of this.#subscriptions.of(channel) ?? []) {
      const data = dataFor(client.channels.get(channel)?.claim ?? '');
      if (data) client.send(frame(event, data, channel));
    }
  }

  /** Checks again what an owner's sockets may receive; without an owner, everybody's. */
  recheck(owner?: string): void {
    this.#subscriptions.recheck(owner ?? this.#clients.values());
  }

  /** The socket's owner, if it is connected to this process and subscribed. */
  ownerOf(socketId: string): string | null {
    return this.#clients.get(socketId)?.owner ?? null;
  }

  /** Applies all timeouts; call it about once a second. */
  sweep(): void {
    const at = this.#now();
    for (const client of this.#clients.values()) if (!client.ended) client.sweep(at);
    this.#subscriptions.sweep(this.#clients.values(), at);
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Asks every client to reconnect, spread over `spreadMs`; resolves when all have gone. */
  async close(spreadMs: number): Promise<void> {
    this.#closing = true;
    const clients = [...this.#clients.values()];
    await Promise.all(
      clients.map((client, index) => {
        setTimeout(() => client.end(codes.reconnect, RESTARTING), (index / clients.length) * spreadMs);
        return new Promise((resolve) => client.ws.once('close', resolve));
      }),
    );
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }

  #open(ws: WebSocket, url: URL, insecure: boolean): void {
    // Frame errors need no handling: the socket is closed with the matching code.
    ws.on('error', () => {});
    const refusal = this.#refusal(url, insecure);
    if (refusal) {
      ws.send(errorFrame(refusal.code, refusal.message));
      ws.close(refusal.code, refusal.message);
      return;
    }
    const client = new Client(ws, this.#now(), this.#limits, this.#options.log);
    this.#clients.set(client.id, client);
    ws.on('message', (data, isBinary) => this.#receive(client, data, isBinary));
    ws.on('ping', () => {
      const at = this.#now();
      if (client.takeTurn(at)) client.noteActivity(at);
    });
    ws.on('close', () => this.#forget(client));
    const activity_timeout = Math.round(this.#limits.activity_ms / 1000);
    client.send(frame('pusher:connection_established', { socket_id: client.id, activity_timeout }));
  }

  #refusal(url: URL, insecure: boolean): { code: number; message: string } | undefined {
    if (insecure)
      return { code: codes.onlySecure, message: 'Application only accepts SSL connections, reconnect using wss://.' };
    if (this.#closing) return { code: codes.reconnect, message: RESTARTING };
    if (this.#clients.size >= this.#limits.sockets)
      return { code: codes.overCapacity, message: 'Over capacity. Try again later.' };
    return refusalOf(url, this.#options.key);
  }

  #forget(client: Client): void {
    client.ended = true;
    this.#clients.delete(client.id);
    this.#subscriptions.forget(client);
  }

  #receive(client: Client, data: RawData, isBinary: boolean): void {
    const at = this.#now();
    if (client.ended || !client.takeTurn(at)) return;
    if (isBinary) {
      client.end(badData.binary, 'Send text.');
      return;
    }
    const message = readMessage(data.toString());
    if (!message) {
      client.end(badData.notJson, 'Send JSON with an event.');
      return;
    }
    client.noteActivity(at);
    const { event } = message;
    if (event === 'pusher:ping') client.send(pong);
    else if (event === 'pusher:subscribe') void this.#subscriptions.subscribe(client, message.data);
    else if (event === 'pusher:unsubscribe') this.#subscriptions.unsubscribe(client, message.data);
    else if (event.startsWith('client-')) client.send(clientEventsOff);
    else if (event !== 'pusher:pong') client.end(badData.binary, 'There is no such event.');
  }
}
