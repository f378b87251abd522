import type { Reply } from '#contracts/call.ts';
import type { listSuspense as contract } from '#contracts/chains.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Actor, Ctx } from '../ctx.ts';

const SHOWN = 200;

interface Row {
  id: string;
  coin: Coin;
  xpub_hash: Buffer;
  index: number;
  key: string;
  txid: string;
  n: number;
  amount_units: string;
  first_seen_at: string;
  height: number | null;
}

/** Money on addresses that nobody was given, newest first. */
export async function listSuspense(ctx: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const rows = await ctx.sql<Row[]>`
    select s.id, s.coin, x.xpub_hash, s.index, s.key, s.txid, s.n, s.amount_units, s.first_seen_at, s.height
    from suspense_deposits s join xpub_accounts x on x.id = s.account_id order by s.id desc limit ${SHOWN}`;
  return {
    data: rows.map(({ xpub_hash, key, ...row }) => {
      const chain = ctx.chains[row.coin];
      // The address text of a key that is not in use any more is not derived: its script says the same.
      const address = chain?.xpubHash.equals(xpub_hash) ? chain.addressAt(row.index).address : key;
      return { ...row, address };
    }),
  };
}
