import type { Tx } from '#platform/db/client.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import type { Rated } from './rated.ts';

interface Sample {
  of: Rated;
  usd_e9: bigint;
  sources: string[];
  at: Date | string;
  /** The jump that two people accepted by it. */
  jump_id?: string;
}

/**
 * Keeps an accepted rate with its MAC, in the caller's transaction: nothing is quoted or credited at another one. A coin's has
 * eight decimals.
 */
export async function storeSample(
  { vault }: Pick<Ctx, 'vault'>,
  sql: Tx,
  { of, usd_e9, jump_id = undefined, ...read }: Sample,
): Promise<void> {
  const table = of.coin === null ? 'fiat_samples' : 'rate_samples';
  const rate =
    of.coin === null
      ? { currency: of.currency, usd_e9: usd_e9.toString() }
      : { coin: of.coin, usd_e8: (usd_e9 / 10n).toString() };
  const [stored] = await sql<{ id: string; facts: string }[]>`
    insert into ${sql(table)} ${sql({ ...rate, ...read, jump_id: jump_id ?? null })}
    returning id, sealed_facts(${sql(table)}) as facts`;
  await sealRow(vault, sql, table, stored!);
}
