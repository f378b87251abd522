import type { BalanceProof } from '#contracts/coins/liabilities.ts';
import type { Db } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import type { Chunk } from '../tree/build-tree.ts';
import { findPath } from '../tree/find-path.ts';
import { keyOf } from '../tree/leaves.ts';
import { saltOf } from '../tree/salt-of.ts';

interface Night {
  number: number;
  at: string;
}

/** The proof of an owner's balance in a night's sum: reads one piece of each level. Null if there is no balance in it. */
export async function findProof(sql: Db, vault: Vault, night: Night, owner_id: string): Promise<BalanceProof | null> {
  const salt = saltOf(vault, { at: new Date(night.at) }, owner_id);
  const chunks = await sql<Pick<Chunk, 'position' | 'nodes'>[]>`
    select c.position, c.nodes from generate_series(0, 3) as of (level) cross join lateral (
      select position, nodes from sum_chunks
      where number = ${night.number} and level = of.level and first_key <= ${keyOf(salt)}
      order by first_key desc limit 1) c
    order by of.level`;
  const found = findPath(chunks, { number: night.number, salt, owner_id });
  return found && { owner_id, salt: salt.toString('hex'), ...found };
}
