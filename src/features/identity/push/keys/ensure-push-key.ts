import { generateKeyPairSync } from 'node:crypto';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { VaultError } from '#platform/vault/vault-error.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { findPushKey, KEY_AAD, PRIVATE_AAD } from './push-key.ts';

/** Any constant that no other lock uses. */
const PUSH_KEY_LOCK = 7_346_109;

/**
 * Makes the key pair at the first start. One that another master key sealed is replaced, and the subscriptions go with it: browsers
 * take messages of the key only that they subscribed with, and can subscribe again.
 */
export async function ensurePushKey(ctx: Pick<VaultCtx, 'sql' | 'vault' | 'log'>): Promise<void> {
  const lost = await findPushKey(ctx).then(
    (key) => (key ? undefined : false),
    (error: unknown) => {
      if (error instanceof VaultError) return true;
      throw error;
    },
  );
  if (lost === undefined) return;
  if (lost)
    ctx.log.warn('The push key was sealed with another master key: a new one is made, and browsers subscribe again');
  await transaction(ctx.sql, async (sql) => {
    // Of two processes that start at once, one makes it.
    await sql`select pg_advisory_xact_lock(${PUSH_KEY_LOCK})`;
    if (lost) {
      await sql`delete from push_subscriptions`;
      await sql`delete from push_keys`;
    }
    const [found] = await sql`select from push_keys limit 1`;
    if (!found) await addPushKey(ctx.vault, sql);
  });
}

/** Makes a key pair that browsers subscribe with from now on; returns its public key. */
export async function addPushKey(vault: Vault, sql: Tx): Promise<string> {
  const { public_key, private_key } = newKeyPair();
  const { key, wrapped } = vault.newDataKey(KEY_AAD);
  const sealed_private_key = vault.seal(key, private_key, PRIVATE_AAD);
  await sql`insert into push_keys ${sql({ public_key, data_key: wrapped, sealed_private_key })}`;
  return public_key;
}

function newKeyPair(): { public_key: string; private_key: string } {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { public_key: point.toString('base64url'), private_key: d };
}
