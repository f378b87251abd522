import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { COINS } from '#contracts/coins.ts';
import { isHost, isLoopbackUrl, isOrigin, isPusherUrl } from './setting-addresses.ts';
import { type BackupConfig, backupFault, backupShape, readBackup } from './setting-backup.ts';
import { readCountries } from './setting-countries.ts';
import { defaultRates, realSettings } from './setting-defaults.ts';
import type { Inbox } from './setting-inbox.ts';
import { flag, integer, listOf, networks, secretUrl, url } from './setting-kinds.ts';
import { masterKeyFault, masterKeyPlace, masterKeyShape } from './setting-master-key.ts';
import { tracingFault, tracingOf, tracingShape } from './setting-tracing.ts';
import type { TracingSettings } from './tracing/tracing-settings.ts';
import { loopback, unsafeReasons } from './unsafe-start.ts';
import type { MasterKeyPlace } from './vault/master-key.ts';

const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(0, 65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DEMO: flag.optional(),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_OWNER_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_WEB_ROLE: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be the name of a role in lower case, such as facevalue_web')
    .optional(),
  PUBLIC_URL: url('http:', 'https:')
    .refine(isOrigin, 'must be scheme, host and port alone, without path or password')
    .optional(),
  ALLOWED_HOSTS: listOf(isHost, 'must be host names with commas between, without ports or wildcards').optional(),
  TRUSTED_PROXIES: networks.optional(),
  ...masterKeyShape,
  VAULT_SOCKET: z.string().optional(),
  REGISTRATION: z.enum(['open', 'invite', 'closed'], { error: 'must be open, invite or closed' }).default('open'),
  CATALOGUE: z.enum(['public', 'members'], { error: 'must be public or members' }).default('members'),
  ACTIVATION_MINIMUM_USD: integer(0, 10_000).default(10),
  BTC_RPC_URL: url('http:', 'https:').optional(),
  LTC_RPC_URL: url('http:', 'https:').optional(),
  ETH_RPC_URL: url('http:', 'https:').optional(),
  BTC_XPUB: z.string().optional(),
  LTC_XPUB: z.string().optional(),
  ETH_XPUB: z.string().optional(),
  BTC_FEE_RATE: integer(1, 10_000).default(10),
  LTC_FEE_RATE: integer(1, 100_000).default(100),
  RATES_URLS: listOf(
    (text) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''),
    'must be URLs that start with http:// or https://, with commas between',
  ).optional(),
  ISSUER_HOSTS: listOf(isHost, 'must be host names with commas between, without ports or wildcards').optional(),
  ISSUER_DEMO_URL: url('http:').refine(isLoopbackUrl, 'must be an address of this machine').optional(),
  SANCTIONS_FILE: z.string().optional(),
  NO_ANONYMOUS_COUNTRIES: z.string().transform(readCountries).optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().optional(),
  INBOX_PORT: integer(0, 65_535).optional(),
  INBOX_HOST: z.string().default('127.0.0.1'),
  INBOX_DOMAIN: z.string().refine(isHost, 'must be a domain, such as reply.example.com').optional(),
  INBOX_TLS_KEY_FILE: z.string().optional(),
  INBOX_TLS_CERT_FILE: z.string().optional(),
  ADMIN_NETWORKS: networks.optional(),
  HSTS_SUBDOMAINS: flag.default(false),
  STAFF_FACTOR: z.enum(['any', 'passkey'], { error: 'must be any or passkey' }).default('any'),
  STAFF_SESSION_HOURS: integer(1, 24).default(12),
  STAFF_IDLE_MINUTES: integer(5, 60).default(30),
  OPERATOR_EMAIL: z.email('must be one e-mail address').optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@|https:\/\/)[\x21-\x7e]+$/, 'must be mailto:security@example.com or a page, https://…')
    .optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  PUSHER_URL: url('http:', 'https:').refine(isPusherUrl, 'must be https://KEY:SECRET@HOST/apps/ID').optional(),
  MAINTENANCE: flag.default(false),
  DEMO_COINS: listOf(
    (part) => COINS.some((coin) => coin === part),
    'must be BTC, ETH or LTC, with commas between',
  ).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be a level of pino: fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 printable ASCII characters without spaces')
    .refine((text) => new Set(text).size >= 8, 'must be random: openssl rand -hex 16 makes one')
    .optional(),
  HEARTBEAT_URL: secretUrl.optional(),
  RATE_LIMIT_PER_MINUTE: integer(1, 100_000_000).optional(),
  ...backupShape,
  ...tracingShape,
});

/** The host of the demo programmes' issuers, which doesn't exist. */
export const DEMO_ISSUER_HOST = 'issuer.example';

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Every setting by its name. */
export type SettingName = keyof typeof settings.shape;

export interface CoinNode {
  rpc_url: string;
  xpub: string;
}

export interface Config extends BackupConfig {
  host: string;
  port: number;
  data_dir: string;
  demo: boolean;
  /** NODE_ENV=development: pages are built on the fly and replies are checked. */
  development: boolean;
  database_url: string | null;
  /** The same database for the role that owns it and migrates. */
  database_owner_url: string | null;
  /** The role of the processes without the master key, which gets its rights when the owner migrates. */
  database_web_role: string | null;
  public_url: string;
  allowed_hosts: ReadonlySet<string>;
  /** Proxies whose X-Forwarded-For is trusted. */
  trusted_proxies: readonly string[];
  /** Where the master key comes from. */
  master_key: MasterKeyPlace;
  /** Where the process with the master key answers the others; null: one process does everything. */
  vault_socket: string | null;
  registration: 'open' | 'invite' | 'closed';
  /** Who may look at brands and cards; buying takes an account in any case. */
  catalogue: 'public' | 'members';
  activation_minimum_cents: number;
  coins: { BTC: CoinNode | null; LTC: CoinNode | null; ETH: CoinNode | null };
  /** Units for a virtual byte that it costs to spend what was received. */
  fee_rates: { BTC: number; LTC: number };
  /** Coins for which demo mode runs a development chain, if the node is installed. */
  demo_coins: readonly (typeof COINS)[number][];
  rates_urls: readonly string[];
  /** Hosts of issuers that a programme may name as its adapter. */
  issuer_hosts: ReadonlySet<string>;
  /** The simulated issuer that demo mode asks in place of DEMO_ISSUER_HOST. */
  issuer_demo_url: string | null;
  outgoing_test_url: string | null;
  /** How long an issuer may take to answer, the first pause before asking again, and how long one that fails is left alone. */
  issuer_limits: { timeout_ms: number; retry_ms: number; pause_ms: number };
  /** From when (ms) whose unverified buyers can't buy, by country. */
  no_anonymous: ReadonlyMap<string, number>;
  /** File of addresses whose payments are put on hold, and of countries and names that aren't dealt with. */
  sanctions_file: string | null;
  smtp_url: string | null;
  mail_from: string;
  /** Where replies to tickets arrive by SMTP; null if nothing listens. */
  inbox: Inbox | null;
  /** From where the back office can be used; empty: from everywhere. */
  admin_networks: readonly string[];
  /** Tells browsers that every host below this one is served over TLS, too. */
  hsts_subdomains: boolean;
  /** What confirms who staff are: any second factor, or passkeys alone. */
  staff_factor: 'any' | 'passkey';
  /** How long a session of staff lasts in any case, and without use. */
  staff_session_hours: number;
  staff_idle_minutes: number;
  /** Gets the audit log's anchor once a day, and what is done to the access of staff. */
  operator_email: string | null;
  /** Where somebody reports a vulnerability, as a URL. */
  security_contact: string | null;
  /** Carries live updates between processes instead of the database. */
  redis_url: string | null;
  /** An external Pusher server, which then holds the sockets. */
  pusher_url: string | null;
  maintenance: boolean;
  log_level: string;
  /** Opens /metrics; null if there is no such address. */
  metrics_token: string | null;
  /** Asked for while the shop is well; null: nobody watches from outside. */
  heartbeat_url: string | null;
  requests_per_minute: number;
  /** Where spans of requests, statements and jobs are sent; null: nowhere. */
  tracing: TracingSettings | null;
  /** Where the settings come from that are not at their defaults. */
  origins: ReadonlyMap<string, 'environment' | 'file'>;
}

/**
 * Reads and checks every setting, and whether the user `uid` may run a shop with them. Throws a ConfigError with a line
 * for each wrong one, never showing a secret. The file and relative paths are looked for in SETTINGS_DIR, or else where
 * the process runs.
 */
export function readConfig(
  env: Record<string, string | undefined> = process.env,
  directory = env.SETTINGS_DIR ?? process.cwd(),
  uid = process.geteuid?.(),
): Config {
  const file = resolve(directory, 'facevalue.env');
  const file_mode = statSync(file, { throwIfNoEntry: false })?.mode;
  const inFile = file_mode === undefined ? {} : parseEnv(readFileSync(file, 'utf8'));
  const unknown = Object.keys(inFile).filter((name) => !(name in settings.shape));
  if (unknown.length > 0) {
    throw new ConfigError(unknown.map((name) => `${name} in facevalue.env is no setting. Is it misspelt?`).join('\n'));
  }
  const given = { ...inFile, ...env };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settings.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'));
  }
  const s = parsed.data;
  const demo = s.DEMO ?? !realSettings.some((name) => s[name] !== undefined);
  const data_dir = resolve(directory, s.DATA_DIR);
  const config: Config = {
    host: s.HOST,
    port: s.PORT,
    data_dir,
    demo,
    development: env.NODE_ENV === 'development',
    database_url: s.DATABASE_URL ?? null,
    database_owner_url: s.DATABASE_OWNER_URL ?? null,
    database_web_role: s.DATABASE_WEB_ROLE ?? null,
    public_url: (s.PUBLIC_URL ?? `http://localhost:${s.PORT}`).replace(/\/+$/, ''),
    allowed_hosts: new Set(
      s.ALLOWED_HOSTS?.map((host) => host.toLowerCase()) ??
        (s.PUBLIC_URL ? [new URL(s.PUBLIC_URL).hostname] : ['localhost', '127.0.0.1']),
    ),
    trusted_proxies: s.TRUSTED_PROXIES ?? [],
    master_key: masterKeyPlace(s, { directory, data_dir, credentials: env.CREDENTIALS_DIRECTORY }),
    vault_socket: s.VAULT_SOCKET ? resolve(directory, s.VAULT_SOCKET) : null,
    registration: s.REGISTRATION,
    catalogue: s.CATALOGUE,
    activation_minimum_cents: s.ACTIVATION_MINIMUM_USD * 100,
    coins: { BTC: coinNode('BTC', s), LTC: coinNode('LTC', s), ETH: coinNode('ETH', s) },
    fee_rates: { BTC: s.BTC_FEE_RATE, LTC: s.LTC_FEE_RATE },
    demo_coins: COINS.filter((coin) => !s.DEMO_COINS || s.DEMO_COINS.includes(coin)),
    rates_urls: s.RATES_URLS ?? defaultRates,
    issuer_hosts: new Set(s.ISSUER_HOSTS?.map((host) => host.toLowerCase()) ?? (demo ? [DEMO_ISSUER_HOST] : [])),
    issuer_demo_url: s.ISSUER_DEMO_URL ?? null,
    outgoing_test_url: null,
    issuer_limits: { timeout_ms: 5_000, retry_ms: 250, pause_ms: 30_000 },
    no_anonymous: s.NO_ANONYMOUS_COUNTRIES ?? new Map(),
    sanctions_file: s.SANCTIONS_FILE ? resolve(directory, s.SANCTIONS_FILE) : null,
    smtp_url: s.SMTP_URL ?? null,
    mail_from: s.MAIL_FROM ?? 'Facevalue <shop@localhost>',
    inbox: inboxOf(s, directory),
    admin_networks: s.ADMIN_NETWORKS ?? [],
    hsts_subdomains: s.HSTS_SUBDOMAINS,
    staff_factor: s.STAFF_FACTOR,
    staff_session_hours: s.STAFF_SESSION_HOURS,
    staff_idle_minutes: s.STAFF_IDLE_MINUTES,
    operator_email: s.OPERATOR_EMAIL ?? null,
    security_contact: s.SECURITY_CONTACT ?? null,
    redis_url: s.REDIS_URL ?? null,
    pusher_url: s.PUSHER_URL ?? null,
    maintenance: s.MAINTENANCE,
    log_level: s.LOG_LEVEL,
    metrics_token: s.METRICS_TOKEN ?? null,
    heartbeat_url: s.HEARTBEAT_URL ?? null,
    requests_per_minute: s.RATE_LIMIT_PER_MINUTE ?? (demo ? 1_000_000 : 1_200),
    ...readBackup(s, directory),
    tracing: tracingOf(s),
    origins: new Map(Object.keys(present).map((name) => [name, env[name] === undefined ? 'file' : 'environment'])),
  };
  refuseContradictions(config, s);
  const unsafe = config.demo ? [] : unsafeReasons({ ...config, uid, file_mode });
  if (unsafe.length > 0) throw new ConfigError(unsafe.join('\n'));
  return config;
}

function refuseHalf(s: z.output<typeof settings>, one: SettingName, other: SettingName): void {
  if ((s[one] === undefined) !== (s[other] === undefined))
    throw new ConfigError(`${one} and ${other} go together: set both, or neither.`);
}

function coinNode(coin: 'BTC' | 'LTC' | 'ETH', s: z.output<typeof settings>): CoinNode | null {
  const rpc_url = s[`${coin}_RPC_URL`];
  const xpub = s[`${coin}_XPUB`];
  refuseHalf(s, `${coin}_RPC_URL`, `${coin}_XPUB`);
  return rpc_url && xpub ? { rpc_url, xpub } : null;
}

function inboxOf(s: z.output<typeof settings>, directory: string): Inbox | null {
  const { INBOX_HOST: host, INBOX_PORT: port, INBOX_DOMAIN: domain } = s;
  const [key_file, cert_file] = [s.INBOX_TLS_KEY_FILE, s.INBOX_TLS_CERT_FILE];
  refuseHalf(s, 'INBOX_PORT', 'INBOX_DOMAIN');
  refuseHalf(s, 'INBOX_TLS_KEY_FILE', 'INBOX_TLS_CERT_FILE');
  if (port === undefined || domain === undefined) return null;
  if (!key_file && !loopback.test(host)) {
    throw new ConfigError(
      `INBOX_HOST is ${host}, which other machines reach: set INBOX_TLS_KEY_FILE and INBOX_TLS_CERT_FILE, or let a mail server on this machine pass mails on to 127.0.0.1.`,
    );
  }
  const tls =
    key_file && cert_file ? { key_file: resolve(directory, key_file), cert_file: resolve(directory, cert_file) } : null;
  return { host, port, domain: domain.toLowerCase(), tls };
}

function refuseContradictions(config: Config, s: z.output<typeof settings>): void {
  if (config.demo && !loopback.test(config.host)) {
    throw new ConfigError(
      `HOST is ${config.host}, but demo mode listens on loopback only. Set DEMO=off and the real settings, or HOST=127.0.0.1.`,
    );
  }
  if (config.database_owner_url && !config.database_url) {
    throw new ConfigError('DATABASE_OWNER_URL needs DATABASE_URL: the same database, for the role that serves.');
  }
  if (config.vault_socket && !config.database_url) {
    throw new ConfigError('VAULT_SOCKET needs DATABASE_URL: the processes that it connects share a database.');
  }
  refuseHalf(s, 'BACKUP_TARGET', 'BACKUP_KEY');
  refuseHalf(s, 'BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET');
  for (const fault of [backupFault(config, s), masterKeyFault(s, config.master_key), tracingFault(config)])
    if (fault) throw new ConfigError(fault);
  const host = new URL(config.public_url).hostname;
  if (config.demo && s.PUBLIC_URL && !loopback.test(host)) {
    throw new ConfigError(
      `PUBLIC_URL leads to ${host}, but the passwords of demo mode are known to everybody. Set DEMO=off and the real settings, or leave PUBLIC_URL out.`,
    );
  }
  if (s.PUBLIC_URL && !config.allowed_hosts.has(host)) {
    throw new ConfigError(
      `ALLOWED_HOSTS lacks ${host}, the host of PUBLIC_URL: every link in a mail would lead to a refusal.`,
    );
  }
  if (config.demo) return;
  if (config.issuer_demo_url) {
    throw new ConfigError('ISSUER_DEMO_URL is for demo mode only: real issuers are asked at their own address.');
  }
  if (new Set(config.rates_urls.map((url) => new URL(url).hostname)).size < 2) {
    throw new ConfigError(
      'RATES_URLS needs two sources or more on different hosts: one alone could be wrong unnoticed.',
    );
  }
  if (!s.SMTP_URL || !s.MAIL_FROM) {
    throw new ConfigError(
      'SMTP_URL and MAIL_FROM are needed outside demo mode: buyers confirm their e-mail address by mail.',
    );
  }
  if (!s.PUBLIC_URL) {
    throw new ConfigError('PUBLIC_URL is needed outside demo mode: links in mails are built from it.');
  }
  if (config.public_url.startsWith('http:') && !loopback.test(host)) {
    throw new ConfigError(
      'PUBLIC_URL must start with https://: passwords and codes cross the network. Let a proxy or tunnel end TLS.',
    );
  }
}
