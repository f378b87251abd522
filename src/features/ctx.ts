import type { AuditEntry } from '#platform/audit/append-audit.ts';
import type { Chains } from '#platform/chain/open-chain.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/client.ts';
import type { Caller, SignedIn } from '#platform/http/serve.ts';
import type { Logger } from '#platform/log.ts';
import type { Vault } from '#platform/vault/create-vault.ts';

/** Everything long-lived that a verb may use; built once in src/app/boot.ts. `sql` is a transaction inside an idempotent call. */
export interface Ctx {
  sql: Db;
  config: Config;
  clock: Clock;
  log: Logger;
  vault: Vault;
  /** Absent where a process does not hear of changes: then every request reads its session. */
  sessions?: SessionCache;
  /** The sockets of this process; absent where it has none. */
  sockets?: { ownerOf(socketId: string): string | null };
  /** The chains that are followed, by coin. */
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
  /** The saved language, which goes before what a browser asks for. */
  locale: string | null;
}

/** Sessions that a process read moments ago (features/auth). */
export interface SessionCache {
  /** Who a token is, if that was read moments ago and nothing changed since. */
  find(tokenHash: string): ActorUser | undefined;
  /** Stands for what is known now; `store` takes nothing that was read before a change. */
  version(): number;
  store(tokenHash: string, user: ActorUser, readAt: number): void;
  /** Forgets every session of a user at once; other processes are told by the database at commit. */
  forget(userId: string): void;
}

/** Starts what a feature repeats beside requests, for as long as the worker runs. */
export type StartLoop = (ctx: Ctx, databaseUrl: string) => { stop(): Promise<void> };

/** Deletes rows of a feature that have lost their meaning. */
export type Sweep = (ctx: Ctx) => Promise<void>;

/** Whoever calls, signed in or not. */
export type Visitor = Caller<ActorUser | null>;

/** A signed-in caller. */
export type Actor = SignedIn<Visitor>;

/** The part of an audit entry that says who did it and from where. */
export const by = (actor: Visitor): Pick<AuditEntry, 'actor_id' | 'address'> => ({
  actor_id: actor.user?.id ?? null,
  address: actor.client.address,
});

/** The language of an answer: the saved one, else the one that the request asked for. */
export const localeOf = (actor: Visitor): string => actor.user?.locale ?? actor.client.locale;
