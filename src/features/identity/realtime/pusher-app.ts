import type { Ctx } from '../../ctx.ts';

/** The Pusher app that sockets belong to: our own, or the one in PUSHER_URL. */
export interface PusherApp {
  key: string;
  secret: string;
  /** The host that browsers connect to; null for this shop itself. */
  host: { name: string; port: number; secure: boolean } | null;
}

/** Our own app's secret is derived from the master key: every process has it, and it is never stored. */
export function pusherApp({ config, vault }: Pick<Ctx, 'config' | 'vault'>): PusherApp {
  if (config.pusher_url === null)
    return { key: 'facevalue', secret: vault.mac('broadcasting', 'app secret').toString('hex'), host: null };
  const { username, password, hostname, port, protocol } = new URL(config.pusher_url);
  const secure = protocol === 'https:';
  return {
    key: decodeURIComponent(username),
    secret: decodeURIComponent(password),
    host: { name: hostname, port: Number(port) || (secure ? 443 : 80), secure },
  };
}
