import { createHash } from 'node:crypto';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
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
}

/**
 * Runs an effect at most once for (user, key): the effect and its reply commit together, so that a crash leaves both
 * or neither. A refusal rolls back and stores nothing, so the same key may be tried again.
 */
export async function runIdempotently(
  sql: Db,
  { user_id, key, request }: { user_id: string; key: string; request: string },
  effect: (sql: Db) => Promise<{ status: number; reply: unknown }>,
): Promise<StoredReply> {
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new AppError('invalid', message('api.key_shape'));
  const requestHash = createHash('sha256').update(request).digest();
  const attempt = () =>
    transaction(sql, async (tx) => {
      const [claim] = await tx<Claim[]>`
        select pg_try_advisory_xact_lock(hashtextextended(${`${user_id} ${key}`}, 0)) as free, k.request_hash, k.status, k.reply
        from (values (1)) as one left join idempotency_keys k on k.user_id = ${user_id} and k.key = ${key}`;
      if (!claim?.free) throw new AppError('conflict', message('api.key_busy'), undefined, 1);
      if (claim.request_hash && claim.status !== null) {
        if (!requestHash.equals(claim.request_hash)) {
          throw new AppError('invalid', message('api.key_used'));
        }
        return { status: claim.status, reply: claim.reply, replayed: true };
      }
      const { status, reply } = await effect(tx);
      // A reply is JSON by its contract, which the client's types can't know.
      await tx`insert into idempotency_keys (user_id, key, request_hash, status, reply)
        values (${user_id}, ${key}, ${requestHash}, ${status}, ${tx.json(reply as never)})`;
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
