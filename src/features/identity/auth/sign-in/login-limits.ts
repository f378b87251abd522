import { MINUTE_S } from '#contracts/time-units.ts';
import { networkOf, tooMany } from '#platform/http/rate-limit.ts';
import type { Ctx } from '../../../ctx.ts';
import { forgive, forgiveAll, giveBack, type Limit, takeAttempt, throttle } from '../../sessions/throttle/throttle.ts';
import { wideNetworkOf } from '../../sessions/throttle/wide-network.ts';

const WINDOW_SECONDS = 15 * MINUTE_S;

interface Attempt {
  /** The account's id or, if there is none, what stands for the typed name. */
  account: string;
  address: string;
  /** Hash of the browser's device token, if the account knows it. */
  known_device: string | null;
}

/**
 * Takes a sign-in's attempt; the result gives it back after a right password. A known device always gets through, so
 * that nobody can lock an owner out. Others have five attempts per network. Once an account has seen a hundred wrong
 * passwords, one attempt is left to each wider network.
 */
export async function takeLoginAttempt(
  ctx: Ctx,
  { account, address, known_device }: Attempt,
): Promise<() => Promise<void>> {
  const limit = (key: string, hits: number): Limit => ({ key, hits, window_seconds: WINDOW_SECONDS });
  const prefix = prefixOf(account);
  if (known_device) {
    const own = limit(`${prefix}device:${known_device}`, 20);
    if ((await takeAttempt(ctx, own)) === 0) return () => forgive(ctx, own.key);
  }
  const network = networkOf(address);
  const own = limit(`${prefix}from:${network}`, 5);
  const from = limit(`login:from:${network}`, 100);
  await throttle(ctx, [own, from], 'username');
  const all = limit(`${prefix}all`, 100);
  const slow = limit(`${prefix}slow:${wideNetworkOf(address)}`, 1);
  if ((await takeAttempt(ctx, all)) > 0) {
    const seconds = await takeAttempt(ctx, slow);
    if (seconds > 0) throw tooMany(seconds, 'username');
  }
  return async () => {
    await forgive(ctx, own.key);
    await forgive(ctx, slow.key);
    await giveBack(ctx, from.key);
    await giveBack(ctx, all.key);
  };
}

/** Lifts what wrong passwords and new devices have used up, for an owner who proved to own the mailbox. */
export async function liftLoginLimits(ctx: Ctx, user_id: string): Promise<void> {
  await forgiveAll(ctx, prefixOf(user_id));
  await forgive(ctx, `device:${user_id}`);
}

const prefixOf = (account: string) => `login:${account}:`;
