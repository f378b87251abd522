import type { Ctx } from '../ctx.ts';

/** The app that sockets belong to: our own, or that of PUSHER_URL. */
export interface PusherApp {
  key: string;
  secret: string;
  /** Where browsers connect to; null for this shop itself. */
  host: { name: string; port: number; secure: boolean } | null;
}

/** The secret of our own app is derived from the master key: every process has it, and it is stored nowhere. */
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
