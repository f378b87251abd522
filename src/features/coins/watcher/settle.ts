import type { Chain } from '#platform/chain/open-chain.ts';
import type { Coin, Key } from '#platform/chain/types.ts';
import type { Ctx, VaultCtx } from '../../ctx.ts';
import { ChainHalt, type Cursor, StaleCursor } from '../deposits/credit/cursor.ts';
import { creditDeposit } from '../deposits/credit-deposit.ts';
import { reverseDeposit } from '../deposits/reverse-deposit.ts';
import { type IssuedAddress, issuedAddress, vouchedAddress } from './keys/issued-address.ts';
import { reconcile } from './reconcile.ts';

const AT_ONCE = 500;
/** Held deposits retried per round, chosen at random: however many there are, none delays the others. */
const HELD_AT_ONCE = 20;

/**
 * Credits deep enough deposits, by turns of their owners, so that none waits for the many of another; and reverses those that a deep
 * reorganisation removed. Each deposit has its own transaction.
 */
export async function settle(ctx: VaultCtx, chain: Chain, cursor: Cursor, keys: readonly Key[]): Promise<void> {
  const { coin, adapter } = chain;
  if (adapter.balancesAt) await reconcile(ctx, chain, cursor, keys);
  const ready = await ctx.sql<{ id: string; state: string }[]>`
    (select id, state from deposits
      where coin = ${coin} and state = 'pending' and ${cursor.height} - height + 1 >= required_depth
      order by row_number() over (partition by user_id order by height, id), height, id limit ${AT_ONCE})
    union all
    (select id, 'held' as state from deposits
      where coin = ${coin} and (state = 'held' or (state = 'credited' and credited_units < amount_units))
        and hold_reason is distinct from 'review' and hold_reason is distinct from 'kept'
        and ${cursor.height} - height + 1 >= required_depth
      order by random() limit ${HELD_AT_ONCE})
    union all
    (select id, state from deposits
      where coin = ${coin} and state = 'credited' and height is null
        and gone_at <= ${cursor.height} - required_depth + 1
      order by gone_at, id limit ${AT_ONCE})`;
  // Nothing is settled from a view that the chain has left since.
  if (ready.length === 0 || (await adapter.hashAt(cursor.height)) !== cursor.hash) return;
  for (const { id, state } of ready) {
    if (state === 'credited') await alone(ctx, id, () => reverseDeposit(ctx, cursor, id));
    else if (await isOfItsOwner(ctx, id)) await alone(ctx, id, () => creditDeposit(ctx, cursor, id));
    else
      ctx.log.error({ coin, deposit: id }, 'a deposit is on an address that its owner was never given: not credited');
  }
}

/** Whether the shop gave the address of a deposit to the user that its row names. */
async function isOfItsOwner(ctx: VaultCtx, id: string): Promise<boolean> {
  const [row] = await ctx.sql<{ coin: Coin; user_id: string; issued: IssuedAddress }[]>`
    select d.coin, d.user_id, ${issuedAddress(ctx.sql)} as issued
    from deposits d join deposit_addresses a on a.coin = d.coin and a.key = d.key where d.id = ${id}`;
  return row !== undefined && vouchedAddress(ctx, { coin: row.coin, user_id: row.user_id, ...row.issued }) !== null;
}

/** A deposit that can't be settled must not block the others. */
async function alone(ctx: Ctx, id: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StaleCursor || error instanceof ChainHalt) throw error;
    ctx.log.error({ err: error, deposit: id }, 'a deposit could not be settled');
  }
}
