import { setImmediate as breathe } from 'node:timers/promises';
import type { Coin } from '#platform/chain/types.ts';
import type { VaultCtx } from '../../ctx.ts';
import { type IssuedAddress, issuedAddress, vouchedAddress } from './issued-address.ts';

const AT_ONCE = 500;
/** Deriving one takes a millisecond: others are served in between. */
const DERIVED_AT_ONCE = 5;
export const FIRST_ADDRESS = '00000000-0000-0000-0000-000000000000';

type Addresses = Pick<VaultCtx, 'sql' | 'chains' | 'vault'>;

export interface JudgedAddress {
  id: string;
  coin: Coin;
  user_id: string;
  index: number;
}

/** Finds the foreign ones among the next addresses of buyers, deriving each again; `last` is null after the last of them. */
async function findForeign(ctx: Addresses, after: string): Promise<{ last: string | null; foreign: JudgedAddress[] }> {
  const rows = await ctx.sql<(JudgedAddress & { issued: IssuedAddress })[]>`
    select a.id, a.coin, a.user_id, a.index, ${issuedAddress(ctx.sql)} as issued from deposit_addresses a
    where a.id > ${after} order by a.id limit ${AT_ONCE}`;
  const foreign: JudgedAddress[] = [];
  for (const [at, { issued, ...row }] of rows.entries()) {
    if (vouchedAddress(ctx, { ...row, ...issued }) === null) foreign.push(row);
    if (at % DERIVED_AT_ONCE === 0) await breathe();
  }
  return { last: rows.length < AT_ONCE ? null : rows.at(-1)!.id, foreign };
}

/** The same as a piece of a check: a line for each. */
export async function verifyAddresses(
  ctx: Addresses,
  after: string,
): Promise<{ last: string | null; problems: string[] }> {
  const { last, foreign } = await findForeign(ctx, after);
  const problems = foreign.map(({ id, coin, index }) => `${coin} address ${id} at index ${index} is none of ours`);
  return { last, problems };
}

/** All of them. */
export async function verifyAllAddresses(ctx: Addresses): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = FIRST_ADDRESS; after !== null; ) {
    const { last, problems }: Awaited<ReturnType<typeof verifyAddresses>> = await verifyAddresses(ctx, after);
    found.push(...problems);
    after = last;
  }
  return found;
}
