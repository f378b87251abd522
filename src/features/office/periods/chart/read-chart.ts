import type { Chart } from '#contracts/office/periods.ts';
import type { Db } from '#platform/db/client.ts';

/** The chart of accounts in force; null while there is none. */
export async function readChart(sql: Db): Promise<Chart['chart']> {
  const [chart] = await sql<NonNullable<Chart['chart']>[]>`
    select consultant, client, year_begins, at, (
      select jsonb_agg(jsonb_build_object('kind', kind, 'number', number, 'tax_key', tax_key) order by number)
      from account_numbers n where n.proposal_id = c.proposal_id) as accounts
    from account_charts c order by at desc limit 1`;
  return chart ?? null;
}
