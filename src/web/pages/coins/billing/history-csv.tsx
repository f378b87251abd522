import type { LoaderFunctionArgs } from 'react-router';
import { exportYear } from '#contracts/coins/statements.ts';
import { decimalUnits } from '#i18n/format.ts';
import { read } from '#web/server/api.ts';
import { csvFile } from '#web/server/downloads/csv.ts';

const header = [
  'credited_at',
  'receipt',
  'coin',
  'network',
  'address',
  'transaction',
  'block',
  'amount',
  'rate_usd',
  'rate',
  'rate_sources',
  'rate_at',
  'usd',
  'taken_back_at',
  'payment_id',
];

/** A year as a file: one row per part credited at one rate. Its wording is the same in every language. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const year = url.searchParams.get('year') ?? '';
  const { data } = await read({ context, url }, exportYear, { query: { year } });
  const rows = data.map((part) => [
    part.at,
    part.number,
    part.coin,
    part.network,
    part.address,
    part.txid,
    part.height ?? '',
    decimalUnits(part.units, part.coin),
    part.usd,
    part.locked ? 'locked' : 'current',
    part.rate_sources.join(' '),
    part.rate_at,
    { cents: part.cents },
    part.reversed_at ?? '',
    part.payment_id,
  ]);
  return csvFile(`facevalue-payments-${year}.csv`, [header, ...rows]);
}
