import type { Coin, Key } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';

interface NewAddress {
  coin: Coin;
  account_id: number;
  index: number;
  key: Key;
  address: string;
  user_id: string;
  created_at: Date;
  /** Where money lies on it already. */
  paid_at?: Date;
  /** By which the shop vouches for it (watcher/keys/issued-address.ts). */
  mac: Uint8Array;
}

/** Gives a user an address, in the caller's transaction; undefined if somebody else wrote one at this index. */
export async function giveAddress(sql: Db, address: NewAddress): Promise<{ id: string; address: string } | undefined> {
  const [given] = await sql<{ id: string; address: string }[]>`
    insert into deposit_addresses ${sql({ ...address })}
    on conflict (account_id, index) do nothing returning id, address`;
  return given;
}
