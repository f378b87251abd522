import { createHash } from 'node:crypto';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { isGenuine, rowMac } from '#platform/vault/row-seal.ts';
import { AppError } from './errors.ts';

export interface StoredReply {
  status: number;
  reply: unknown;
  replayed: boolean;
}

interface Claim {
  free: boolean;
  request_hash: Uint8Array | null;
  status: number | null;
  reply: unknown;
  facts: string;
  mac: Uint8Array | null;
}

/** How a repeated request is recognised. */
export interface Repetition {
  user_id: string;
  key: string;
  /** What was asked for: the same key with something else is refused. */
  request: string;
  /** For how long the first reply is given again; if absent, for as long as it is stored. */
  within_seconds?: number;
}

interface SentKey extends Pick<Repetition, 'user_id' | 'key' | 'request'> {
  keyDigest: (key: string) => string;
}

const givenKey = /^[\x21-\x7e]{1,200}$/;
const REPEATED_WITHIN_SECONDS = 10;
const TABLE = 'idempotency_keys';

/** By the key that the caller sent, of which a digest is stored. */
export function byKey({ user_id, key, request, keyDigest }: SentKey): Repetition {
  if (!givenKey.test(key)) throw new AppError('invalid', message('api.key_shape'));
  return { user_id, key: keyDigest(key), request };
}

/** Without a key: an equal request of the same session a moment ago. No digest of a key has a space. */
export function byRequest(user_id: string, session_id: string | null, request: string): Repetition {
  const digest = createHash('sha256').update(request).digest('base64url');
  return { user_id, key: `${session_id ?? ''} ${digest}`, request, within_seconds: REPEATED_WITHIN_SECONDS };
}

/** Once something is undone, an equal request without a key is a new one. */
export async function forgetRequests(sql: Db, user_id: string): Promise<void> {
  await sql`delete from idempotency_keys where user_id = ${user_id} and key like '% %'`;
}

/**
 * Runs an effect at most once for (user, key): the effect and its reply commit together, so that a crash leaves both
 * or neither. A refusal rolls back and stores nothing, so the same key may be tried again. A stored reply is given again
 * only as the shop stored it: one that was written past it, or emptied of a text since, is refused.
 */
export async function runIdempotently(
  vault: Macs,
  sql: Db,
  { user_id, key, request, within_seconds }: Repetition,
  effect: (sql: Db) => Promise<{ status: number; reply: unknown }>,
): Promise<StoredReply> {
  const requestHash = createHash('sha256').update(request).digest();
  const attempt = () =>
    transaction(sql, async (tx) => {
      const [claim] = await tx<Claim[]>`
        select pg_try_advisory_xact_lock(hashtextextended(${`${user_id} ${key}`}, 0)) as free,
          k.request_hash, k.status, k.reply, sealed_facts(k) as facts, k.mac
        from (values (1)) as one left join idempotency_keys k on k.user_id = ${user_id} and k.key = ${key}
          and (${within_seconds ?? null}::int is null
            or k.created_at > now() - make_interval(secs => ${within_seconds ?? null}::int))`;
      if (!claim?.free)
        throw new AppError('conflict', message('api.key_busy'), undefined, 1).marked({ reason: 'request_running' });
      if (claim.request_hash && claim.status !== null) {
        if (!requestHash.equals(claim.request_hash)) {
          throw new AppError('invalid', message('api.key_used'));
        }
        if (!isGenuine(vault, TABLE, claim)) throw new AppError('conflict', message('api.key_changed'));
        return { status: claim.status, reply: claim.reply, replayed: true };
      }
      const { status, reply } = await effect(tx);
      // A reply is JSON by its contract, which the client's types can't know.
      const [row] = await tx<
        { facts: string }[]
      >`insert into idempotency_keys (user_id, key, request_hash, status, reply)
        values (${user_id}, ${key}, ${requestHash}, ${status}, ${tx.json(reply as never)})
        ${
          within_seconds
            ? tx`on conflict (user_id, key) do update
          set status = excluded.status, reply = excluded.reply, created_at = now()`
            : tx``
        }
        returning sealed_facts(idempotency_keys) as facts`;
      const mac = rowMac(vault, TABLE, row!.facts);
      await tx`update idempotency_keys set mac = ${mac} where user_id = ${user_id} and key = ${key}`;
      return { status, reply, replayed: false };
    });
  try {
    return await attempt();
  } catch (error) {
    // Another request with this key committed between our snapshot and our lock: its reply is stored now.
    if (isUniqueViolation(error, 'idempotency_keys_pkey')) return attempt();
    throw error;
  }
}
