import type { LoaderFunctionArgs } from 'react-router';
import { getStatement } from '#contracts/coins/statements.ts';
import { read } from '#web/server/api.ts';
import { csvFile } from '#web/server/downloads/csv.ts';

const header = ['at', 'kind', 'receipt', 'order', 'amount_usd', 'balance_usd'];

/** A month as a file, with the opening balance as its first row. */
export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getStatement, { params: { month: params.month ?? '' } });
  const { month, opening_cents, lines } = data;
  const rows = lines.map(({ at, kind, payment, order, amount_cents, balance_cents }) => [
    at,
    kind,
    payment?.number ?? '',
    order?.number ?? '',
    { cents: amount_cents },
    { cents: balance_cents },
  ]);
  return csvFile(`facevalue-statement-${month}.csv`, [
    header,
    [`${month}-01T00:00:00.000Z`, 'opening_balance', '', '', { cents: 0 }, { cents: opening_cents }],
    ...rows,
  ]);
}
