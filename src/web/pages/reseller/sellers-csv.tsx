import type { LoaderFunctionArgs } from 'react-router';
import { sellerReport } from '#contracts/sellers.ts';
import { read } from '#web/server/api.ts';
import { csvFile } from '#web/server/csv.ts';

const header = [
  ...['id', 'seller', 'country', 'state', 'verified_at', 'cards', 'returned_cards'],
  ...['price_usd', 'commission_usd', 'share_usd', 'paid_usd'],
];

/** A year of all sellers as a file, for the authority. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const year = url.searchParams.get('year') ?? '';
  const { data } = await read({ context, url }, sellerReport, { query: { year } });
  const rows = data.map((seller) => [
    ...[seller.id, seller.legal_name, seller.country, seller.state, seller.verified_at ?? ''],
    ...[seller.cards, seller.returned_cards],
    ...[seller.price_cents, seller.commission_cents, seller.share_cents, seller.paid_cents].map((cents) => cents / 100),
  ]);
  return csvFile(`facevalue-sellers-${year}.csv`, [header, ...rows]);
}
