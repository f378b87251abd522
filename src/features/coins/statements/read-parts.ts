import type { CreditedPart } from '#contracts/coins/statements.ts';
import { translate } from '#i18n/translate.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { VaultCtx } from '../../ctx.ts';
import { networkName } from '../watcher/coin-availability.ts';
import { type IssuedAddress, issuedAddress, vouchedAddress } from '../watcher/keys/issued-address.ts';

type PartRow = Omit<CreditedPart, 'address' | 'network' | 'usd'> & {
  issued: IssuedAddress;
  identity: string | null;
  usd_e8: string;
};

interface PartFilter {
  user_id: string;
  /** The language for network names. */
  locale: string;
  payment_id?: string;
  /** The year of the credit, in UTC. */
  year?: number;
  limit: number;
}

/** What was credited to a user, one row per rate, oldest first. */
export async function readParts(
  { sql, chains, vault }: Pick<VaultCtx, 'sql' | 'chains' | 'vault'>,
  { user_id, locale, payment_id, year, limit }: PartFilter,
): Promise<CreditedPart[]> {
  const rows = await sql<PartRow[]>`
    select p.id as payment_id, p.number, d.coin, ${issuedAddress(sql)} as issued, d.txid, d.height, part.units,
      part.cents, part.locked, r.usd_e8, r.sources as rate_sources, r.at as rate_at, c.at, c.reversed_at, k.identity
    from deposits d
    join deposit_credits c on c.deposit_id = d.id
    join payments p on p.id = d.payment_id
    join deposit_addresses a on a.coin = d.coin and a.key = d.key
    cross join lateral (values
      (true, c.locked_units::text, c.locked_cents, p.rate_id),
      (false, c.current_units::text, c.current_cents, c.rate_id)
    ) part (locked, units, cents, rate_id)
    join rate_samples r on r.id = part.rate_id
    left join chain_cursors k on k.coin = d.coin
    where d.user_id = ${user_id} and part.units <> '0'
      and ${payment_id ? sql`d.payment_id = ${payment_id}` : sql`true`}
      and ${year ? sql`c.at >= ${yearStart(year)} and c.at < ${yearStart(year + 1)}` : sql`true`}
    order by c.at, c.id, part.locked desc limit ${limit}`;
  return rows.map(({ identity, issued, usd_e8, ...row }) => ({
    ...row,
    address: vouchedAddress({ chains, vault }, { coin: row.coin, user_id, ...issued }) ?? '',
    network: translate(locale, networkName(row.coin, identity ?? '')),
    usd: formatUnits(BigInt(usd_e8), 8),
  }));
}

const yearStart = (year: number) => new Date(Date.UTC(year, 0, 1));
