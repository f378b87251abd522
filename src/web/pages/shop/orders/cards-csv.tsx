import type { LoaderFunctionArgs } from 'react-router';
import { listWallet, type WalletCard } from '#contracts/shop/wallet.ts';
import { read } from '#web/server/api.ts';
import { csvStream } from '#web/server/downloads/csv.ts';
import { walletQueryOf } from './cards/wallet-query.ts';

const header = [
  'order',
  'bought_at',
  'card_id',
  'brand',
  'level',
  'country',
  'currency',
  'face_value',
  'price_usd',
  'state',
  'expires_on',
  'revealed_at',
  'used_at',
  'returned_at',
  'note',
];

/** The cards that the wallet's filters select as a file, never with a code, read a hundred at a time. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const filters = walletQueryOf(url.searchParams);
  const pageOf = (page: number) =>
    read({ context, url }, listWallet, { query: { ...filters, page: String(page), per_page: '100' } });
  const first = await pageOf(1);
  async function* rows() {
    yield [header, ...first.data.map(rowOf)];
    for (let page = 2; page <= first.meta.last_page; page++) yield (await pageOf(page)).data.map(rowOf);
  }
  return csvStream('facevalue-cards.csv', rows());
}

const rowOf = (card: WalletCard) => [
  card.order.number,
  card.bought_at,
  card.id,
  card.programme.name,
  card.level,
  card.country,
  card.currency,
  { cents: card.face_cents, currency: card.currency },
  { cents: card.price_cents },
  card.state,
  card.expires_on ?? '',
  card.revealed_at ?? '',
  card.used_at ?? '',
  card.returned_at ?? '',
  card.note,
];
