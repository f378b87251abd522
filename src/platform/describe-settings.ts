import type { Config, SettingName } from './config.ts';

export interface DescribedSetting {
  name: string;
  value: string | null;
  hidden: boolean;
  source: 'default' | 'environment' | 'file';
}

type Value = string | number | boolean | null | Iterable<string>;

/** What may be shown of each setting; `secret` says only whether there is one, `host` leaves out names, passwords and paths. */
const views: Record<SettingName, (config: Config) => { value: Value } | { secret: unknown } | { host: string | null }> =
  {
    HOST: ({ host }) => ({ value: host }),
    PORT: ({ port }) => ({ value: port }),
    DATA_DIR: ({ data_dir }) => ({ value: data_dir }),
    DEMO: ({ demo }) => ({ value: demo }),
    DATABASE_URL: ({ database_url }) => ({ host: database_url }),
    DATABASE_OWNER_URL: ({ database_owner_url }) => ({ host: database_owner_url }),
    DATABASE_WEB_ROLE: ({ database_web_role }) => ({ value: database_web_role }),
    PUBLIC_URL: ({ public_url }) => ({ value: public_url }),
    ALLOWED_HOSTS: ({ allowed_hosts }) => ({ value: allowed_hosts }),
    TRUSTED_PROXIES: ({ trusted_proxies }) => ({ value: trusted_proxies }),
    MASTER_KEY_FILE: ({ master_key }) => ({ value: master_key.kind === 'command' ? null : master_key.file }),
    MASTER_KEY_COMMAND: ({ master_key }) => ({ secret: master_key.kind === 'command' ? master_key.file : null }),
    VAULT_SOCKET: ({ vault_socket }) => ({ value: vault_socket }),
    REGISTRATION: ({ registration }) => ({ value: registration }),
    CATALOGUE: ({ catalogue }) => ({ value: catalogue }),
    ACTIVATION_MINIMUM_USD: ({ activation_minimum_cents }) => ({ value: activation_minimum_cents / 100 }),
    BTC_RPC_URL: ({ coins }) => ({ host: coins.BTC?.rpc_url ?? null }),
    LTC_RPC_URL: ({ coins }) => ({ host: coins.LTC?.rpc_url ?? null }),
    ETH_RPC_URL: ({ coins }) => ({ host: coins.ETH?.rpc_url ?? null }),
    BTC_FEE_RATE: ({ fee_rates }) => ({ value: fee_rates.BTC }),
    BTC_XPUB: ({ coins }) => ({ secret: coins.BTC?.xpub }),
    LTC_FEE_RATE: ({ fee_rates }) => ({ value: fee_rates.LTC }),
    LTC_XPUB: ({ coins }) => ({ secret: coins.LTC?.xpub }),
    ETH_XPUB: ({ coins }) => ({ secret: coins.ETH?.xpub }),
    RATES_URLS: ({ rates_urls }) => ({ value: rates_urls.map(hostOf) }),
    ISSUER_HOSTS: ({ issuer_hosts }) => ({ value: issuer_hosts }),
    ISSUER_DEMO_URL: ({ issuer_demo_url }) => ({ host: issuer_demo_url }),
    NO_ANONYMOUS_COUNTRIES: ({ no_anonymous }) => ({
      value: [...no_anonymous].map(([country, from]) =>
        from ? `${country}:${new Date(from).toISOString().slice(0, 10)}` : country,
      ),
    }),
    SANCTIONS_FILE: ({ sanctions_file }) => ({ value: sanctions_file }),
    SMTP_URL: ({ smtp_url }) => ({ host: smtp_url }),
    MAIL_FROM: ({ mail_from }) => ({ value: mail_from }),
    INBOX_HOST: ({ inbox }) => ({ value: inbox?.host ?? null }),
    INBOX_PORT: ({ inbox }) => ({ value: inbox?.port ?? null }),
    INBOX_DOMAIN: ({ inbox }) => ({ value: inbox?.domain ?? null }),
    INBOX_TLS_KEY_FILE: ({ inbox }) => ({ value: inbox?.tls?.key_file ?? null }),
    INBOX_TLS_CERT_FILE: ({ inbox }) => ({ value: inbox?.tls?.cert_file ?? null }),
    ADMIN_NETWORKS: ({ admin_networks }) => ({ value: admin_networks }),
    HSTS_SUBDOMAINS: ({ hsts_subdomains }) => ({ value: hsts_subdomains }),
    STAFF_FACTOR: ({ staff_factor }) => ({ value: staff_factor }),
    STAFF_SESSION_HOURS: ({ staff_session_hours }) => ({ value: staff_session_hours }),
    STAFF_IDLE_MINUTES: ({ staff_idle_minutes }) => ({ value: staff_idle_minutes }),
    OPERATOR_EMAIL: ({ operator_email }) => ({ value: operator_email }),
    SECURITY_CONTACT: ({ security_contact }) => ({ value: security_contact }),
    REDIS_URL: ({ redis_url }) => ({ host: redis_url }),
    PUSHER_URL: ({ pusher_url }) => ({ host: pusher_url }),
    MAINTENANCE: ({ maintenance }) => ({ value: maintenance }),
    DEMO_COINS: ({ demo_coins }) => ({ value: demo_coins }),
    LOG_LEVEL: ({ log_level }) => ({ value: log_level }),
    METRICS_TOKEN: ({ metrics_token }) => ({ secret: metrics_token }),
    BACKUP_TARGET: ({ backup }) => ({ value: backup?.target ?? null }),
    BACKUP_KEY: ({ backup }) => ({ value: backup?.recipient ?? null }),
    BACKUP_KEEP: ({ backup }) => ({ value: backup && Object.values(backup.keeping).map(String) }),
    BACKUP_DRILL_IDENTITY_FILE: ({ backup }) => ({ value: backup?.drill_identity_file ?? null }),
    BACKUP_PGBACKREST: ({ pgbackrest }) => ({ value: pgbackrest }),
    BACKUP_S3_REGION: ({ backup_s3 }) => ({ value: backup_s3?.region ?? null }),
    BACKUP_S3_KEY_ID: ({ backup_s3 }) => ({ value: backup_s3?.key_id ?? null }),
    BACKUP_S3_SECRET: ({ backup_s3 }) => ({ secret: backup_s3?.secret }),
    OTEL_EXPORTER_OTLP_ENDPOINT: ({ tracing }) => ({ host: tracing?.endpoint ?? null }),
    OTEL_EXPORTER_OTLP_HEADERS: ({ tracing }) => ({ secret: tracing && Object.keys(tracing.headers).length > 0 }),
    OTEL_EXPORTER_OTLP_PROTOCOL: ({ tracing }) => ({ value: tracing && 'http/json' }),
    OTEL_SERVICE_NAME: ({ tracing }) => ({ value: tracing?.service_name ?? null }),
    OTEL_RESOURCE_ATTRIBUTES: ({ tracing }) => ({ value: tracing && Object.keys(tracing.attributes) }),
    OTEL_TRACES_SAMPLER: ({ tracing }) => ({ value: tracing?.sampler ?? null }),
    OTEL_TRACES_SAMPLER_ARG: ({ tracing }) => ({ value: tracing?.ratio ?? null }),
    OTEL_SDK_DISABLED: ({ tracing }) => ({ value: tracing && false }),
    HEARTBEAT_URL: ({ heartbeat_url }) => ({ host: heartbeat_url }),
    RATE_LIMIT_PER_MINUTE: ({ requests_per_minute }) => ({ value: requests_per_minute }),
  };

const hostOf = (url: string): string => URL.parse(url)?.host || '?';

/** Every setting as it counts, where it comes from, and never a secret. */
export const describeSettings = (config: Config): DescribedSetting[] =>
  Object.entries(views).map(([name, view]) => {
    const source = config.origins.get(name) ?? 'default';
    const seen = view(config);
    if ('secret' in seen) return { name, value: null, hidden: Boolean(seen.secret), source };
    if ('host' in seen) return { name, value: seen.host && hostOf(seen.host), hidden: seen.host !== null, source };
    return { name, value: textOf(seen.value), hidden: false, source };
  });

function textOf(value: Value): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? [...value].join(', ') || null : String(value);
}
