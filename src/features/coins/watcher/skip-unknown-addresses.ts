import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../ctx.ts';
import { raiseAlert } from '../../oversight/alerts/raise-alert.ts';
import { backupAlert } from './alert-kinds.ts';
import { openAccount } from './keys/open-account.ts';
import { PASSED_OVER } from './record/record-unclaimed.ts';

/** Coins are offered for one minute after a poll: in a shorter gap no address can have been given out unseen. */
const UNWATCHED_MS = MINUTE_MS;

/**
 * Call once before a process polls a chain: a database without recent writes may be a restored backup, whose next
 * addresses were given out after it was made. They are skipped, and watched forever.
 */
export async function skipUnknownAddresses(ctx: Ctx, chain: Chain): Promise<void> {
  const { coin, xpubHash, development } = chain;
  if (development) return;
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    await openAccount(sql, chain);
    const [account] = await sql<{ next_index: number; checked_at: string }[]>`
      update xpub_accounts x set next_index = next_index + ${PASSED_OVER} from chain_cursors c
      where x.coin = ${coin} and x.xpub_hash = ${xpubHash} and c.coin = x.coin
        and c.checked_at < ${new Date(now.getTime() - UNWATCHED_MS)}
      returning x.next_index, c.checked_at`;
    if (!account) return;
    const details = { watched_until: account.checked_at, next_index: account.next_index };
    await raiseAlert(sql, now, { kind: backupAlert, subject: coin, details });
  });
}
