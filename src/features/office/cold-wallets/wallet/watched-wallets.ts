import { type Chain, openWallet, type WatchedWallet } from '#platform/chain/open-chain.ts';
import type { Key } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { reportForged } from '../../../identity/sessions/seals/report-forged.ts';

type Opened = WatchedWallet & { id: string };

/** Wallets that were opened: deriving their addresses takes a third of a second. */
const opened = new WeakMap<Chain, Map<string, WatchedWallet>>();

/** The wallets of a chain that two people agreed to watch. One that was written past the shop is reported and left out. */
export async function watchedWallets(ctx: Ctx, sql: Db, chain: Chain): Promise<Opened[]> {
  const rows = await sql<(SealedRow & { id: string; source: string })[]>`
    select id, source, sealed_facts(w) as facts, mac from cold_wallets w
    where coin = ${chain.coin} and state = 'watched' order by id`;
  const known = opened.get(chain) ?? new Map<string, WatchedWallet>();
  opened.set(chain, known);
  return rows.flatMap(({ id, source, ...seal }) => {
    if (!isGenuine(ctx.vault, 'cold_wallets', seal)) {
      reportForged(ctx, 'cold_wallets', id);
      return [];
    }
    const wallet = known.get(source) ?? openWallet(chain, source);
    known.set(source, wallet);
    return [{ id, ...wallet }];
  });
}

/** The keys of all watched wallets of a chain: what is paid to one of them stays with the operator. */
export async function coldKeys(ctx: Ctx, sql: Db, chain: Chain): Promise<Set<Key>> {
  const wallets = await watchedWallets(ctx, sql, chain);
  return new Set(wallets.flatMap(({ addresses }) => addresses.map(({ key }) => key)));
}
