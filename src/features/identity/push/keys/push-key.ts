import type { VaultCtx } from '../../../ctx.ts';

export const KEY_AAD = 'push keys';
export const PRIVATE_AAD = 'push private key';
/** What a subscription's address and keys are sealed for: they can't be moved to another row. */
export const subscriptionAad = (endpoint_mac: Uint8Array) =>
  `push subscription ${Buffer.from(endpoint_mac).toString('hex')}`;

export interface PushKey {
  public_key: string;
  private_key: string;
  data_key: Buffer;
}

interface Row {
  public_key: string;
  data_key: Uint8Array;
  sealed_private_key: Uint8Array;
}

/**
 * The shop's own key pair, by which push services know it (RFC 8292): the newest, or the one that a browser subscribed with. Throws a
 * VaultError under another master key.
 */
export async function findPushKey(
  { sql, vault }: Pick<VaultCtx, 'sql' | 'vault'>,
  subscribed_with: string | null = null,
): Promise<PushKey | undefined> {
  const [row] = await sql<Row[]>`
    select public_key, data_key, sealed_private_key from push_keys
    where ${subscribed_with === null} or public_key = ${subscribed_with} order by created_at desc limit 1`;
  if (!row) return undefined;
  const data_key = vault.unwrap(row.data_key, KEY_AAD);
  const { public_key, sealed_private_key } = row;
  return { public_key, data_key, private_key: vault.open(data_key, sealed_private_key, PRIVATE_AAD) };
}
