import { setImmediate as breathe } from 'node:timers/promises';
import type { Coin } from '#platform/chain/types.ts';
import type { VerifiedPiece } from '#platform/db/verify-all.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { type IssuedAddress, issuedAddress, vouchedAddress } from './issued-address.ts';

const PIECE = 500;
/** Deriving one takes a millisecond: others are served in between. */
const DERIVED_AT_ONCE = 5;

type Addresses = Pick<VaultCtx, 'sql' | 'chains' | 'vault'>;

export interface JudgedAddress {
  id: string;
  coin: Coin;
  user_id: string;
  index: number;
}

/** Checks the next addresses of buyers, deriving each again. */
export async function verifyAddresses(ctx: Addresses, after: string, limit = PIECE): Promise<VerifiedPiece> {
  const rows = await ctx.sql<(JudgedAddress & { issued: IssuedAddress })[]>`
    select a.id, a.coin, a.user_id, a.index, ${issuedAddress(ctx.sql)} as issued from deposit_addresses a
    where a.id > ${after} order by a.id limit ${limit}`;
  const problems: string[] = [];
  for (const [at, { issued, ...row }] of rows.entries()) {
    if (vouchedAddress(ctx, { ...row, ...issued }) === null)
      problems.push(`${row.coin} address ${row.id} at index ${row.index} is none of ours`);
    if (at % DERIVED_AT_ONCE === 0) await breathe();
  }
  return { last: rows.length < limit ? null : rows.at(-1)!.id, problems };
}
