import type { Reply } from '#contracts/call.ts';
import type { getTaxRates as contract, TaxRates } from '#contracts/office/tax.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readStatedProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { RATES, ratesKind, ratesOf } from './rates-kind.ts';

export async function getTaxRates({ sql, clock }: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const [rates, missing, programmes, stated] = await Promise.all([
    readRates(sql),
    readMissing(sql, clock.now()),
    sql<TaxRates['programmes']>`
      select id, name, country from programmes
      where voucher_kind = 'single_purpose' and state in ('active', 'suspended') order by name, id`,
    readStatedProposal(sql, actor, ratesKind, RATES),
  ]);
  const data = { rates: [...rates], missing, programmes: [...programmes] };
  if (!stated) return { data: { ...data, proposal: null } };
  const { facts, ...proposal } = stated;
  const { programme_id, ...proposed } = ratesOf(facts);
  const [programme] = await sql<
    { id: string; name: string }[]
  >`select id, name from programmes where id = ${programme_id}`;
  return { data: { ...data, proposal: { ...proposal, ...proposed, programme: programme ?? null } } };
}

/** All of them, also those that were replaced: they explain older invoices. */
const readRates = (sql: Db) => sql<TaxRates['rates']>`
  select r.country, r.rate_bp, r.valid_from::text as valid_from, r.at,
    case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end as programme
  from tax_rates r left join programmes p on p.id = r.programme_id
  order by r.country, p.name nulls first, r.valid_from desc, r.at desc`;

async function readMissing(sql: Db, now: Date): Promise<string[]> {
  const rows = await sql<{ country: string }[]>`
    select distinct country from programmes
    where voucher_kind = 'single_purpose' and state = 'active' and tax_rate(country, id, ${now}) is null
    order by country`;
  return rows.map(({ country }) => country);
}
