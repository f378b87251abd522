import type { LoaderFunctionArgs } from 'react-router';
import { getSellerStatement } from '#contracts/supply/payouts.ts';
import { read } from '#web/server/api.ts';
import { csvFile } from '#web/server/downloads/csv.ts';

const header = ['at', 'kind', 'reference', 'amount_usd', 'owed_usd'];

/** A seller's month or year as a file, with what was owed before as its first row. */
export async function loader({ context, url, params: { id = '', period = '' } }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getSellerStatement, { params: { id, period } });
  const rows = data.lines.map(({ at, kind, reference, amount_cents, owed_cents }) => [
    at,
    kind,
    reference ?? '',
    { cents: amount_cents },
    { cents: owed_cents },
  ]);
  return csvFile(`facevalue-seller-${period}.csv`, [
    header,
    [period, 'opening_balance', '', { cents: 0 }, { cents: data.opening_cents }],
    ...rows,
  ]);
}
