import type { AuditEntry } from '#platform/audit/append-audit.ts';
import type { Chains } from '#platform/chain/open-chain.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/client.ts';
import type { DatabaseHealth } from '#platform/db/database-health.ts';
import type { Caller, SignedIn } from '#platform/http/serve.ts';
import type { Logger } from '#platform/log.ts';
import type { Vault } from '#platform/vault/create-vault.ts';

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
  vault: Vault;
  /** Absent in a process that doesn't listen for changes: then every request reads its session. */
  sessions?: SessionCache;
  /** This process's sockets; absent if it has none. */
  sockets?: { ownerOf(socketId: string): string | null; readonly size: number };
  /** The chains being followed, by coin. */
  chains: Chains;
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

/** Starts a feature's background loop, which runs as long as the worker. */
export type StartLoop = (ctx: Ctx, databaseUrl: string) => { stop(): Promise<void> };

/** Deletes a feature's expired rows. */
export type Sweep = (ctx: Ctx) => Promise<void>;

/** Any caller, signed in or not. */
export type Visitor = Caller<ActorUser | null>;

/** A signed-in caller. */
export type Actor = SignedIn<Visitor>;

/** The part of an audit entry that records who acted and from where. */
export const by = (actor: Visitor): Pick<AuditEntry, 'actor_id' | 'address'> => ({
  actor_id: actor.user?.id ?? null,
  address: actor.client.address,
});

/** The language of a reply: the saved one, else the one the request asked for. */
export const localeOf = (actor: Visitor): string => actor.user?.locale ?? actor.client.locale;
