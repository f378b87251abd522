import type { getEraseLoss } from '#contracts/account.ts';
import type { Reply } from '#contracts/call.ts';
import type { Retained } from '#contracts/retention.ts';
import type { Text } from '#i18n/message.ts';
import type { AuditEntry } from '#platform/audit/append-audit.ts';
import type { Chains } from '#platform/chain/open-chain.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Db, Tx } from '#platform/db/client.ts';
import type { DatabaseHealth } from '#platform/db/database-health.ts';
import type { Caller, SignedIn } from '#platform/http/serve.ts';
import type { Logger } from '#platform/log.ts';
import type { Macs, Vault } from '#platform/vault/create-vault.ts';

/** All long-lived dependencies of a verb, built once in src/app/boot.ts. */
export interface Ctx {
  /** The pool for the caller's kind of work (platform/db/open-pools.ts); a transaction inside an idempotent call. */
  sql: Db;
  /** Connections that can't write. */
  reads: Db;
  health: DatabaseHealth;
  config: Config;
  clock: Clock;
  log: Logger;
  /** What every process can prove and check. */
  vault: Macs;
  /** Absent in a process that doesn't listen for changes: then every request reads its session. */
  sessions?: SessionCache;
  /** This process's sockets; absent if it has none. */
  sockets?: { ownerOf(socketId: string): string | null; readonly size: number };
  /** Whether the shop is closed right now. */
  maintenance: { closure(): Closure | null };
  /** The chains being followed, by coin. */
  chains: Chains;
}

/** In a process that has the master key: for the calls that are marked `inVault`, and the jobs that seal or open. */
export interface VaultCtx extends Ctx {
  vault: Vault;
}

export interface ActorUser {
  id: string;
  session_id: string | null;
  username: string;
  role: 'buyer' | 'admin';
  /** Role, duties, and `inactive` until activated. */
  roles: string[];
  tier: number;
  /** The saved language, which takes precedence over the browser's. */
  locale: string | null;
}

/** A process's cache of recently read sessions (features/sessions). */
export interface SessionCache {
  /** The user of a token, if cached recently and unchanged since. */
  find(tokenHash: string): ActorUser | undefined;
  /** Grows with every change; `keep` ignores anything read before the latest one. */
  version(): number;
  store(tokenHash: string, user: ActorUser, readAt: number): void;
  /** Drops all cached sessions of a user at once; the database notifies other processes at commit. */
  forget(user_id: string): void;
}

/** Why the shop is closed to all but admins. */
export interface Closure {
  source: 'environment' | 'database';
  /** What visitors read, by language. */
  messages: Record<string, string>;
  started_at: string | null;
  /** The shop opens then by itself; null: when somebody opens it. */
  ends_at: string | null;
}

/** Starts a feature's background loop, which runs as long as the worker. */
export type StartLoop<C extends Ctx = Ctx> = (ctx: C, databaseUrl: string) => { stop(): Promise<void> };

/** Deletes a feature's expired rows. */
export type Sweep<C extends Ctx = Ctx> = (ctx: C) => Promise<void>;

/** How long a feature keeps personal data. The period can be changed within its limits (features/retention). */
export interface RetentionRule {
  name: Retained;
  days: number;
  least_days: number;
  most_days: number;
  /** Deletes or empties up to `limit` rows that ended before a time, and says how many. */
  prune(sql: Db, before: Date, limit: number): Promise<number>;
}

/** Something that waits for a buyer, shown on the home page. */
export interface Attention {
  tone: 'info' | 'warn';
  text: Text;
  /** Path of the page on which to act. */
  link: string;
}

/** A feature's part of what needs a buyer's attention, most urgent first. */
export type AttentionSource = (ctx: Ctx, actor: Actor) => Promise<Attention[]>;

/** A row that decides about rights or money, with what proves it. */
export interface Witness {
  id: string;
  at: string | null;
  /** What its MAC covers; null for a row without one. */
  facts: string | null;
  mac: Uint8Array | null;
  /** What else is wrong with it, such as a missing entry of the audit log. */
  flaw: string | null;
}

/** Rows of a feature that have to prove themselves whenever the audit log is checked. */
export interface Evidence {
  /** What a row is, for whoever reads about it. */
  what: string;
  table: string;
  /** Rows after an id, in the order of ids. */
  read(sql: Db, page: { after: string; limit: number }): Promise<readonly Witness[]>;
}

/** What is lost with an account. */
export type Loss = Reply<typeof getEraseLoss>['data'];

/** Rows of a feature about a user, as an export hands them out. */
export interface ExportSection {
  name: string;
  /** Its ids are numbers, not UUIDs. */
  numbered?: true;
  /** A page: rows after an id. Lists with a bounded length return no id and are read in one query. */
  read(
    sql: Db,
    page: { user_id: string; after: string; limit: number },
    ctx: Pick<VaultCtx, 'chains' | 'vault'>,
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** What a feature keeps about a user, without secrets, and what becomes of it when the account is erased. */
export interface AccountData {
  sections?: readonly ExportSection[];
  /** What erasing the account would lose. */
  lossOf?(sql: Db, account: { user_id: string; now: Date }): Promise<Partial<Loss>>;
  /** Ends what can't go on, in the transaction that erases the account. Rows that cascade with the user go by themselves. */
  end?(sql: Tx, account: { user_id: string; email: string; now: Date }): Promise<void>;
}

/** Any caller, signed in or not. */
export type Visitor = Caller<ActorUser | null> & {
  /** By which limit the session of staff ended whose token this is. */
  ended?: 'idle' | 'absolute';
};

/** A signed-in caller. */
export type Actor = SignedIn<Visitor>;

/** The part of an audit entry that records who acted and from where. */
export const by = (actor: Visitor): Pick<AuditEntry, 'actor_id' | 'address'> => ({
  actor_id: actor.user?.id ?? null,
  address: actor.client.address,
});

/** The language of a reply: the saved one, else the one the request asked for. */
export const localeOf = (actor: Visitor): string => actor.user?.locale ?? actor.client.locale;
