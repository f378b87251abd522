/** How a shop is about to start, as far as it decides about safety. */
export interface Start {
  development: boolean;
  database_url: string | null;
  database_owner_url: string | null;
  rates_urls: readonly string[];
  redis_url: string | null;
  pusher_url: string | null;
  coins: Readonly<Record<string, { rpc_url: string } | null>>;
  /** The effective user; undefined on systems without users. */
  uid: number | undefined;
  /** Permission bits of the settings file; undefined if there is none. */
  file_mode: number | undefined;
}

export const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;
/** Modes that encrypt, and the one that says that no encryption is needed; others fall back to plain text unseen. */
const SSL_MODES = ['verify-full', 'require', 'disable'];
const READABLE_BY_ALL = 0o007;

/** What makes this start unsafe for real customers, a sentence each that says what to do. Names no secret. */
export function unsafeReasons({ development, rates_urls, coins, uid, file_mode, ...others }: Start): string[] {
  const plain = (url: string) => /^(http|redis):/.test(url) && !loopback.test(new URL(url).hostname);
  const reasons: (string | false)[] = [
    development && 'NODE_ENV=development serves source files and builds pages on the fly. Leave it out.',
    uid === 0 && 'Facevalue must not run as root outside demo mode. Start it as a user of its own.',
    file_mode !== undefined &&
      (file_mode & READABLE_BY_ALL) !== 0 &&
      'facevalue.env is open to every user of this machine. Run chmod 600 on it.',
    rates_urls.some(plain) &&
      'RATES_URLS must start with https:// outside this machine: whoever sits in between could set the rates.',
    unencrypted('DATABASE_URL', others.database_url),
    unencrypted('DATABASE_OWNER_URL', others.database_owner_url),
    others.redis_url !== null &&
      plain(others.redis_url) &&
      new URL(others.redis_url).searchParams.get('tls') !== 'off' &&
      'REDIS_URL must start with rediss:// outside this machine: its password and live updates cross the network. Add ?tls=off if the network in between is safe.',
    others.pusher_url !== null &&
      plain(others.pusher_url) &&
      'PUSHER_URL must start with https:// outside this machine: live updates cross the network.',
    ...Object.entries(coins).map(
      ([coin, node]) =>
        node !== null &&
        plain(node.rpc_url) &&
        `${coin}_RPC_URL must start with https:// outside this machine: its password and every payment cross the network. A tunnel to this machine works too.`,
    ),
  ];
  return reasons.filter((reason) => reason !== false);
}

const unencrypted = (name: string, url: string | null) =>
  url !== null &&
  isRemote(url) &&
  !SSL_MODES.includes(new URL(url).searchParams.get('sslmode') ?? '') &&
  `${name} leads to another machine without TLS. Add ?sslmode=verify-full or ?sslmode=require, or ?sslmode=disable if the network in between is safe.`;

/** Without a host, or with a folder as its host, PostgreSQL is reached over a socket file. */
function isRemote(database_url: string): boolean {
  const { hostname, searchParams } = new URL(database_url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host !== '' && !host.startsWith('/') && !loopback.test(host);
}
