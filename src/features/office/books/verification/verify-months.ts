import type { Db } from '#platform/db/client.ts';

interface Closing {
  id: string;
  month: string;
  transfers: number;
  relinked: boolean;
}

/** Derives the sums of the next closed month from its transfers again; `last` is null after the last of them. */
export async function verifyMonths(sql: Db, after: string): Promise<{ last: string | null; problems: string[] }> {
  const [closing] = await sql<Closing[]>`
    select id, month, transfers, last_link <> coalesce((
        select link from ledger_chain where transfer_id = last_transfer_id), '') as relinked
    from month_closings where month > ${after}::date and reopened_at is null order by month limit 1`;
  if (!closing) return { last: null, problems: [] };
  const wrong = await sql<{ kind: string | null; stored: number | null; derived: number }[]>`
    with moved as materialized (
      select d.kind as debit_kind, c.kind as credit_kind, count(*) as transfers, sum(t.amount_cents) as cents
      from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
        join ledger_accounts c on c.id = t.credit_account_id
      where t.created_at >= ${closing.month}::timestamp at time zone 'UTC'
        and t.created_at < (${closing.month}::date + interval '1 month') at time zone 'UTC'
      group by 1, 2),
    legs (kind, opening, debited, credited) as (
      select debit_kind, 0, cents, 0 from moved union all select credit_kind, 0, 0, cents from moved
      union all select kind, closing_cents, 0, 0 from month_sums where closing_id = (
        select id from month_closings where month < ${closing.month}::date and reopened_at is null
        order by month desc limit 1)),
    derived as (
      select kind, sum(opening)::bigint as opening_cents, sum(debited)::bigint as debited_cents,
        sum(credited)::bigint as credited_cents
      from legs group by kind),
    stored as (select * from month_sums where closing_id = ${closing.id})
    select kind, s.closing_cents as stored, coalesce(r.opening_cents - r.debited_cents + r.credited_cents, 0) as derived
    from stored s full join derived r using (kind)
    where (s.opening_cents, s.debited_cents, s.credited_cents)
      is distinct from (r.opening_cents, r.debited_cents, r.credited_cents)
    union all
    select null, ${closing.transfers}, counted
    from (select coalesce(sum(transfers), 0)::bigint as counted from moved) all_of
    where counted <> ${closing.transfers}
    order by kind`;
  const of = closing.month.slice(0, 7);
  const problems = wrong.map(({ kind, stored, derived }) =>
    kind === null
      ? `${of} was closed with ${stored} transfers but has ${derived}`
      : `${kind} at the end of ${of} is stored as ${stored ?? 'nothing'} but derives to ${derived}`,
  );
  if (closing.relinked) problems.push(`the last transfer of ${of} had another link when the month was closed`);
  return { last: closing.month, problems };
}
