import type { FindSealedKey } from '#platform/keyring/sealed-key.ts';
import { totpAad } from './verify-totp.ts';

export const findTotpKey: FindSealedKey = async (sql) => {
  const [secret] = await sql<{ user_id: string; data_key: Uint8Array }[]>`
    select user_id, data_key from totp_secrets order by created_at desc limit 1`;
  return secret && { data_key: secret.data_key, aad: totpAad(secret.user_id) };
};
