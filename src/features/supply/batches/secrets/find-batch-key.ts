import type { FindSealedKey } from '#platform/keyring/sealed-key.ts';
import { dataKeyAad } from './card-secret.ts';

export const findBatchKey: FindSealedKey = async (sql) => {
  const [batch] = await sql<{ id: string; data_key: Uint8Array }[]>`
    select id, data_key from batches order by id desc limit 1`;
  return batch && { data_key: batch.data_key, aad: dataKeyAad(batch.id) };
};
