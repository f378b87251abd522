import type { AuditEntry } from '#platform/audit/append-audit.ts';
import type { Chains } from '#platform/chain/open-chain.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/client.ts';
import type { DatabaseHealth } from '#platform/db/database-health.ts';
import type { Caller, SignedIn } from '#platform/http/serve.ts';
import type { Loops } from '#platform/jobs/create-loops.ts';
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
  /** Present in a scrubbed copy of a shop (features/office/staging): it sends no mail, and every page says what it is. */
  staging?: true;
  /** The chains being followed, by coin. */
  chains: Chains;
  /** How this process's background loops do. */
  loops: Loops;
  // What a feature caches is declared beside it: see src/app/create-caches.ts.
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

/** A process's cache of recently read sessions (features/identity/sessions). */
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
