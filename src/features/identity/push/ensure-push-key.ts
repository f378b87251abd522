import { generateKeyPairSync } from 'node:crypto';
import { transaction } from '#platform/db/transaction.ts';
import { VaultError } from '#platform/vault/vault-error.ts';
import type { VaultCtx } from '../../ctx.ts';
import { findPushKey, KEY_AAD, PRIVATE_AAD } from './push-key.ts';

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
  const { public_key, private_key } = newKeyPair();
  const { key, wrapped } = ctx.vault.newDataKey(KEY_AAD);
  await transaction(ctx.sql, async (sql) => {
    if (lost) {
      await sql`delete from push_subscriptions`;
      await sql`delete from push_keys`;
    }
    await sql`
      insert into push_keys (public_key, data_key, sealed_private_key)
      values (${public_key}, ${wrapped}, ${ctx.vault.seal(key, private_key, PRIVATE_AAD)}) on conflict do nothing`;
  });
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
