import type { LoaderFunctionArgs } from 'react-router';
import { CARD_STATES, type ListedBatch, listBatches } from '#contracts/supply/stock.ts';
import { read } from '#web/server/api.ts';
import { csvStream } from '#web/server/downloads/csv.ts';
import { filterOf } from './dashboard/filter-of.ts';

const header = [
  'id',
  'batch',
  'programme',
  'supplier',
  'invoice',
  'invoice_date',
  'state',
  'opened_at',
  'discount_percent',
  ...CARD_STATES,
  'stock_price_usd',
  'stock_cost_usd',
  'sold_price_usd',
  'sold_cost_usd',
  'seller',
  'sold_90_days',
  'claims_90_days',
  'claims_percent',
];

/** The batches that the dashboard's filter selects as a file, read a hundred at a time. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const filter = filterOf(url.searchParams);
  const pageOf = (page: number) =>
    read({ context, url }, listBatches, { query: { ...filter, page: String(page), per_page: '100' } });
  const first = await pageOf(1);
  async function* rows() {
    yield [header, ...first.data.map(rowOf)];
    for (let page = 2; page <= first.meta.last_page; page++) yield (await pageOf(page)).data.map(rowOf);
  }
  return csvStream('facevalue-batches.csv', rows());
}

const dollars = (cents: number | null) => (cents === null ? '' : { cents });

const rowOf = (batch: ListedBatch) => [
  batch.id,
  batch.name,
  batch.programme.name,
  batch.supplier,
  batch.invoice_reference,
  batch.invoice_date,
  batch.state,
  batch.created_at,
  batch.discount_bp / 100,
  ...CARD_STATES.map((state) => batch.counts[state]),
  ...[batch.stock_price_cents, batch.stock_cost_cents, batch.sold_price_cents, batch.sold_cost_cents].map(dollars),
  batch.seller?.legal_name ?? '',
  batch.sold_90d,
  batch.claims_90d,
  batch.sold_90d === 0 ? '' : Math.round((batch.claims_90d * 10_000) / batch.sold_90d) / 100,
];
