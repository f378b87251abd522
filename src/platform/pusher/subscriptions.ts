import type { Logger } from '#platform/log.ts';
import { isSignedChannel } from './channel-signature.ts';
import type { Client } from './client.ts';
import { Groups } from './groups.ts';
import type { PusherLimits } from './limits.ts';
import { codes, frame, readSubscription } from './protocol.ts';

export interface SubscriptionRequest {
  channel: string;
  /** The `channel_data` that was signed with the subscription. */
  claim: string;
}

/** `forbidden`: not this channel. `ended`: the session behind the socket is over, so close the socket. */
export type Verdict = { owner: string; until: number } | 'forbidden' | 'ended';

export interface SubscriptionOptions {
  key: string;
  secret: string;
  log: Logger;
  /** One verdict per requested subscription, in the same order. */
  admit(requests: readonly SubscriptionRequest[]): Promise<readonly Verdict[]>;
  /** An event to send right after subscribing. */
  welcome?(channel: string): Promise<{ event: string; data: object } | undefined>;
}

const CHECKED_AT_ONCE = 500;
const NOT_YOURS = 'This channel is not yours to hear.';

/** Which client is subscribed to which channel, and whether it still may be. */
export class Subscriptions {
  readonly #options: SubscriptionOptions;
  readonly #limits: PusherLimits;
  readonly #channels = new Groups();
  readonly #owners = new Groups();
  readonly #stale = new Set<Client>();
  #changes = 0;
  #checking = false;

  constructor(options: SubscriptionOptions, limits: PusherLimits) {
    this.#options = options;
    this.#limits = limits;
  }

  of(channel: string): ReadonlySet<Client> | undefined {
    return this.#channels.of(channel);
  }

  async subscribe(client: Client, data: unknown): Promise<void> {
    const subscription = readSubscription(data);
    if (!subscription) {
      client.end(codes.unauthorised, 'A subscription names a channel and its auth.');
      return;
    }
    const { channel, auth, channel_data } = subscription;
    const { channels_per_socket } = this.#limits;
    if (client.channels.has(channel)) return;
    if (client.channels.size >= channels_per_socket) {
      refuse(client, channel, 429, `At most ${channels_per_socket} channels for one socket.`);
      return;
    }
    if (!isSignedChannel(this.#options, { socket_id: client.id, channel, channel_data }, auth)) {
      refuse(client, channel, 403, 'The signature is wrong.');
      return;
    }
    const place = { claim: channel_data, live: false };
    client.channels.set(channel, place);
    try {
      const verdict = await this.#decide({ channel, claim: channel_data });
      if (client.ended || client.channels.get(channel) !== place) return;
      await this.#settle(client, channel, verdict);
    } catch (error) {
      this.#options.log.error({ err: error }, 'a subscription could not be decided');
      if (!client.channels.get(channel)?.live) this.#drop(client, channel, 503, 'Try again in a moment.');
    }
  }

  unsubscribe(client: Client, data: unknown): void {
    const channel = (data as { channel?: unknown } | null)?.channel;
    if (typeof channel === 'string') this.#leave(client, channel);
  }

  forget(client: Client): void {
    for (const channel of [...client.channels.keys()]) this.#leave(client, channel);
    if (client.owner !== null) this.#owners.remove(client.owner, client);
    this.#stale.delete(client);
  }

  /** Checks again what these clients, or an owner's, may receive. */
  recheck(concerned: Iterable<Client> | string): void {
    this.#changes += 1;
    const clients = typeof concerned === 'string' ? (this.#owners.of(concerned) ?? []) : concerned;
    for (const client of clients) this.#stale.add(client);
    void this.#checkStale();
  }

  /** Checks clients that are due, and those whose earlier check failed. */
  sweep(clients: Iterable<Client>, at: number): void {
    for (const client of clients) if (client.until <= at) this.#stale.add(client);
    if (this.#stale.size > 0) void this.#checkStale();
  }

  /** Decides again if something changed while the decision was being made. */
  async #decide(request: SubscriptionRequest): Promise<Verdict> {
    for (;;) {
      const before = this.#changes;
      const [verdict = 'forbidden'] = await this.#options.admit([request]);
      if (before === this.#changes) return verdict;
    }
  }

  async #settle(client: Client, channel: string, verdict: Verdict): Promise<void> {
    if (typeof verdict === 'string' || (client.owner !== null && client.owner !== verdict.owner)) {
      this.#drop(client, channel, 403, NOT_YOURS);
      return;
    }
    if (!this.#own(client, verdict.owner)) {
      client.end(codes.overCapacity, 'Too many connections of one user.');
      return;
    }
    client.until = verdict.until;
    client.channels.get(channel)!.live = true;
    this.#channels.add(channel, client);
    client.send(frame('pusher_internal:subscription_succeeded', {}, channel));
    const welcome = await this.#options.welcome?.(channel);
    if (welcome) client.send(frame(welcome.event, welcome.data, channel));
  }

  #own(client: Client, owner: string): boolean {
    if (client.owner === owner) return true;
    if ((this.#owners.of(owner)?.size ?? 0) >= this.#limits.sockets_per_owner) return false;
    client.owner = owner;
    this.#owners.add(owner, client);
    return true;
  }

  #leave(client: Client, channel: string): void {
    client.channels.delete(channel);
    this.#channels.remove(channel, client);
  }

  #drop(client: Client, channel: string, status: number, error: string): void {
    this.#leave(client, channel);
    refuse(client, channel, status, error);
  }

  /** One round at a time; what failed stays listed, and the next sweep retries it. */
  async #checkStale(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      while (this.#stale.size > 0) await this.#checkBatch([...this.#stale].slice(0, CHECKED_AT_ONCE));
    } catch (error) {
      this.#options.log.error({ err: error }, 'sockets could not be checked');
    } finally {
      this.#checking = false;
    }
  }

  async #checkBatch(clients: readonly Client[]): Promise<void> {
    for (const client of clients) {
      this.#stale.delete(client);
      if (client.channels.size === 0) client.until = Number.POSITIVE_INFINITY;
    }
    const requests = clients.flatMap((client) =>
      [...client.channels].filter(([, { live }]) => live).map(([channel, { claim }]) => ({ client, channel, claim })),
    );
    try {
      const verdicts = requests.length > 0 ? await this.#options.admit(requests) : [];
      for (const [index, { client, channel }] of requests.entries()) this.#apply(client, channel, verdicts[index]);
    } catch (error) {
      for (const client of clients) if (!client.ended) this.#stale.add(client);
      throw error;
    }
  }

  #apply(client: Client, channel: string, verdict: Verdict = 'ended'): void {
    if (client.ended || !client.channels.has(channel)) return;
    if (verdict === 'ended') client.end(codes.unauthorised, 'This session is over.');
    else if (verdict === 'forbidden') this.#drop(client, channel, 403, NOT_YOURS);
    else client.until = verdict.until;
  }
}

function refuse(client: Client, channel: string, status: number, error: string): void {
  const type = status === 403 ? 'AuthError' : 'LimitReached';
  client.send(frame('pusher:subscription_error', { type, error, status }, channel));
}
