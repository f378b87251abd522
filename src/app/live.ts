import type { Server } from 'node:http';
import type { Ctx } from '#features/ctx.ts';
import { admitSockets } from '#features/identity/realtime/admit-sockets.ts';
import { readClaim } from '#features/identity/realtime/claim.ts';
import { endConnections } from '#features/identity/realtime/end-connections.ts';
import { eventData } from '#features/identity/realtime/event-data.ts';
import { pusherApp } from '#features/identity/realtime/pusher-app.ts';
import { sendToPusher } from '#features/identity/realtime/send-to-pusher.ts';
import type { Sql } from '#platform/db/client.ts';
import { followEvents } from '#platform/events/follow-events.ts';
import { forwardEvents } from '#platform/events/forward-events.ts';
import { lastSequence } from '#platform/events/last-sequence.ts';
import type { PlacedEvent } from '#platform/events/place-events.ts';
import { openRedisBus } from '#platform/events/redis-bus.ts';
import { runPlacer } from '#platform/events/run-placer.ts';
import { acceptUpgrades } from '#platform/pusher/accept-upgrades.ts';
import type { PusherLimits } from '#platform/pusher/limits.ts';
import { PusherServer } from '#platform/pusher/pusher-server.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import type { Shop } from './boot.ts';
import { upgradeChecks } from './upgrade-checks.ts';

export interface Live {
  stop(): Promise<void>;
}

/** On shutdown, clients are asked to reconnect spread over this time. */
const FAREWELL_MS = 2_000;

interface Options {
  shop: Pick<Shop<Macs>, 'ctx' | 'databaseUrl'> & { background: { sql: Sql } };
  /** The HTTP server whose sockets it handles; null in a process that serves no pages. */
  server: Server | null;
  limits?: Partial<PusherLimits>;
}

/** This process's live updates: places events, passes them to every process, and sends them to its own sockets. */
export async function startLive({ shop, server, limits }: Options): Promise<Live> {
  const { ctx, databaseUrl } = shop;
  const { config, log, vault } = ctx;
  const { sql } = shop.background;
  const topic = `facevalue:${vault.mac('broadcasting', 'topic').toString('hex').slice(0, 16)}`;
  const bus = config.redis_url ? await openRedisBus(config.redis_url, topic, log) : undefined;
  const closers: (() => Promise<unknown>)[] = [async () => bus?.close()];
  let offer = (_events: PlacedEvent[]) => {};
  const placer = runPlacer(sql, log, (events) => {
    bus?.publish(events);
    offer(events);
  });
  closers.push(placer.stop);
  if (config.pusher_url) {
    closers.push((await forwardEvents({ sql, databaseUrl, log, send: sendToPusher(ctx, config.pusher_url) })).stop);
    closers.push((await sql.listen('session_changed', endConnections(ctx, config.pusher_url))).unlisten);
  } else if (server) {
    const pusher = openSockets(ctx, limits);
    const follower = await followEvents({ sql, log, bus, deliver: (event) => deliver(pusher, event) });
    offer = follower.offer;
    const changes = await sql.listen(
      'session_changed',
      (user_id) => pusher.recheck(user_id),
      () => pusher.recheck(),
    );
    const sweeping = setInterval(() => pusher.sweep(), 1_000);
    acceptUpgrades(server, { pusher, ...upgradeChecks(config), shared: config.development });
    closers.push(
      follower.stop,
      changes.unlisten,
      async () => clearInterval(sweeping),
      () => pusher.close(FAREWELL_MS),
    );
  }
  return {
    async stop() {
      // A database that is away must not keep the rest from ending.
      for (const close of closers.reverse()) {
        await close().catch((err: unknown) => log.warn({ err }, 'live updates did not end cleanly'));
      }
    },
  };
}

function openSockets(ctx: Ctx, limits: Partial<PusherLimits> = {}): PusherServer {
  const { key, secret } = pusherApp(ctx);
  const pusher = new PusherServer({
    key,
    secret,
    clock: ctx.clock,
    log: ctx.log,
    limits,
    admit: (requests) => admitSockets(ctx, requests),
    // The channel's current position: a client that is behind reloads its pages.
    async welcome(channel) {
      return { event: 'sequence', data: { seq: await lastSequence(ctx.reads, channel) } };
    },
  });
  ctx.sockets = pusher;
  return pusher;
}

function deliver(pusher: PusherServer, event: PlacedEvent): void {
  pusher.publish(event.channel, event.event, (claim) => eventData(event, readClaim(claim)));
}
