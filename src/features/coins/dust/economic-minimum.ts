import type { Coin, Output } from '#platform/chain/types.ts';
import type { Ctx } from '../../ctx.ts';

/**
 * Virtual bytes of an input that spends what our addresses receive (P2WPKH): 41 bytes, and a quarter of a witness of 107 or 108
 * (BIP 141, BIP 144). Bitcoin Core counts as much in the rule for dust (GetDustThreshold: 67 of the 98 for input and output).
 */
const INPUT_VBYTES = 68n;

/** What it costs to spend an output of this coin, in units; null where coins lie on an account, which is spent as a whole. */
export const spendingCost = ({ config }: Pick<Ctx, 'config'>, coin: Coin): bigint | null =>
  coin === 'ETH' ? null : INPUT_VBYTES * BigInt(config.fee_rates[coin]);

/** Whether each output that a transaction pays to an address costs more to spend than it is worth. */
export function isDust(
  ctx: Pick<Ctx, 'config'>,
  coin: Coin,
  { amount, outputs }: { amount: bigint; outputs?: readonly Output[] },
): boolean {
  const cost = spendingCost(ctx, coin);
  return cost !== null && (outputs ?? [{ amount }]).every((output) => output.amount < cost);
}
