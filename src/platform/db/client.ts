import postgres from './driver/index.js';

export { type ObservedStatement, observeStatements } from './driver/index.js';

type Types = { int8: bigint };

/** Wakes the placer, which numbers the events this pool commits. Does nothing until `runPlacer` starts. */
type Placer = { wake: () => void };

/** A pool; `transaction` opens a transaction on it. */
export type Sql = postgres.Sql<Types> & { readonly placer: Placer };
/** Inside a transaction that `transaction` opened. */
export type Tx = postgres.TransactionSql<Types> & {
  readonly placer: Placer;
  /** Run after it has committed: see `afterCommit`. */
  readonly callbacks: Set<() => void>;
};
/** Either of the two. A verb that only runs statements should take this. */
export type Db = Sql | Tx;
/** A statement, or a part of one. */
export type Query = postgres.PendingQuery<postgres.Row[]>;
/** A part of a statement, of whatever kind. */
export type Fragment = postgres.Fragment;

export type ConnectOptions = {
  /** Connections in the pool. */
  max?: number;
  application_name?: string;
  statement_timeout_ms?: number;
  lock_timeout_ms?: number;
  /**
   * The longest that a statement may take from here, with waiting for a connection and opening one; then its connection
   * is closed. The default is a second more than the server's own limit.
   */
  answer_timeout_ms?: number;
  /** Refuses every statement that writes. */
  read_only?: boolean;
  work_mem?: string;
  idle_in_transaction_timeout_ms?: number;
  connect_timeout_seconds?: number;
  idle_timeout_seconds?: number;
  /** null: connections are never recycled. */
  max_lifetime_seconds?: number | null;
  onclose?: () => void;
};

// How columns are read: int8 as a number (or an error), numeric as a string, date as 'YYYY-MM-DD',
// timestamptz as ISO 8601 text in UTC. Rows go out as they come in, without a mapping.
const types = {
  int8: { to: 20, from: [20], parse: parseInt8, serialize: String },
  day: { to: 1082, from: [1082], parse: (text: string) => text, serialize: serializeDate },
  timestamptz: {
    to: 1184,
    from: [1184],
    parse: (text: string) => new Date(text).toISOString(),
    serialize: serializeTime,
  },
};

/** A pool on a PostgreSQL url. Opens no connection before the first statement. */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const { statement_timeout_ms = 15_000 } = options;
  const sql = postgres(url, {
    max: options.max ?? 10,
    connect_timeout: options.connect_timeout_seconds ?? 10,
    answer_timeout: (options.answer_timeout_ms ?? statement_timeout_ms + 1_000) / 1_000,
    idle_timeout: options.idle_timeout_seconds,
    backoff: pauseAfter,
    ...(options.max_lifetime_seconds !== undefined && { max_lifetime: options.max_lifetime_seconds }),
    ...(options.onclose && { onclose: options.onclose }),
    onnotice: () => {},
    types,
    connection: {
      application_name: options.application_name ?? 'facevalue',
      statement_timeout: statement_timeout_ms,
      ...(options.lock_timeout_ms && { lock_timeout: options.lock_timeout_ms }),
      ...(options.read_only && { default_transaction_read_only: true }),
      ...(options.work_mem && { work_mem: options.work_mem }),
      idle_in_transaction_session_timeout: options.idle_in_transaction_timeout_ms ?? 15_000,
      TimeZone: 'UTC',
    },
    // What is read as a number may be written as a bigint, too, which the driver's types don't know.
  }) as unknown as postgres.Sql<Types>;
  return Object.assign(sql, { placer: { wake: () => {} } });
}

/**
 * Backoff in seconds before the next connection attempt. The library's own grows to 20 s for the whole pool: requests
 * would wait that long to fail while the database is down, and again to succeed once it is back.
 */
function pauseAfter(failures: number): number {
  return Math.min(2 ** failures / 100, 0.2);
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} doesn't fit a JavaScript number exactly`);
  return value;
}

function serializeTime(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function serializeDate(value: unknown): string {
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}
