import type { Reply } from '#contracts/call.ts';
import type { ColdWallet, listColdWallets as contract } from '#contracts/office/cold-wallets.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { selectWallets } from './wallet/read-wallets.ts';

/** What waits for a decision first, then those that are watched, then the others. */
export async function listColdWallets({ sql }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const data = await sql<ColdWallet[]>`
    ${selectWallets(sql)}
    order by array_position(array['proposed', 'watched', 'removed', 'rejected'], w.state), w.coin, w.name, w.id`;
  return { data: [...data] };
}
