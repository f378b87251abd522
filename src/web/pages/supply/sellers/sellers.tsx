import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { addSeller, type ListedSeller, listSellers } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { parsePercent } from '../prices/percent.ts';
import { SellerTag } from './seller/seller-tag.tsx';
import { TERMS, TermsFields, termsOf } from './seller/terms-fields.tsx';
import '#web/styles/office/admin.css';

export const handle = title('seller.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const sellers = await read({ context, url }, listSellers, { query: pageQueryOf(url) });
  return { sellers, year: context.get(pageContext).now.getUTCFullYear(), key: crypto.randomUUID() };
}

const FACTS = ['legal_name', 'contact_email', 'country', 'tax_id'] as const;
const FIELDS = [...FACTS, ...TERMS] as const;

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const { locale } = context.get(pageContext);
  const values = Object.fromEntries(FIELDS.map((name) => [name, name === 'tax_id' ? '' : field(name)]));
  const body = {
    legal_name: field('legal_name'),
    contact_email: field('contact_email'),
    tax_id: field('tax_id'),
    country: field('country').trim().toUpperCase(),
    ...termsOf(field, locale, parsePercent),
  };
  const outcome = await attempt({ context, url }, addSeller, { body, idempotencyKey: field('key') });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message('seller.added'), content: '' });
  const { id } = outcome.reply.data;
  return redirect(href('/reseller/sellers/:id', { id }), { headers: { 'set-cookie': said } });
}

export default function Sellers() {
  const { t } = useI18n();
  const { sellers, year } = useLoaderData<typeof loader>();
  const roles = useRootData()?.user?.roles ?? [];
  const mayAdd = roles.includes('importer');
  const mayReport = holdsDuty(roles, 'payouts', 'approver', 'auditor');
  return (
    <>
      <PageHead title={t('seller.title')} lead={t('seller.lead')} />
      <div className="office">
        <section className="stack" aria-label={t('seller.title')}>
          <div className="row">
            {mayReport ? (
              <Form method="post" action={href('/reseller/sellers/csv')} reloadDocument className="push">
                <input type="hidden" name="year" value={year} />
                <Button variant="secondary">{t('seller.year_csv', { year: String(year) })}</Button>
              </Form>
            ) : null}
          </div>
          <Table
            caption={t('seller.title')}
            columns={useColumns()}
            rows={sellers.data}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => href('/reseller/sellers/:id', { id })}
            empty={<Empty title={t('seller.none')} />}
          />
          <Pagination meta={sellers.meta} />
        </section>
        {mayAdd ? <Add /> : null}
      </div>
    </>
  );
}

function useColumns(): Column<ListedSeller>[] {
  const { t, money, number } = useI18n();
  return [
    { key: 'name', header: t('seller.name'), priority: 'lead', cell: ({ legal_name }) => <b>{legal_name}</b> },
    { key: 'state', header: t('reseller.state'), priority: 'side', cell: ({ state }) => <SellerTag state={state} /> },
    { key: 'country', header: t('seller.country'), priority: 'low', cell: ({ country }) => country },
    { key: 'cards', header: t('seller.year_cards'), align: 'end', cell: ({ year }) => number(year.cards) },
    { key: 'sold', header: t('seller.year_sold'), align: 'end', cell: ({ year }) => money(year.price_cents) },
    {
      key: 'claims',
      header: t('seller.claimed_90d'),
      align: 'end',
      cell: ({ claims_90d, sold_90d }) =>
        sold_90d === 0
          ? null
          : t('seller.claims_of', {
              percent: number(Math.round((claims_90d * 1000) / sold_90d) / 10),
              claims: number(claims_90d),
              sold: number(sold_90d),
            }),
    },
    {
      key: 'available',
      header: t('seller.available'),
      align: 'end',
      cell: ({ balances }) => money(balances.available_cents),
    },
    { key: 'owed', header: t('seller.owed'), align: 'end', cell: ({ balances }) => money(balances.owed_cents) },
  ];
}

function Add() {
  const { t } = useI18n();
  const { key } = useLoaderData<typeof loader>();
  const refusal = useActionResult<RefusedDecision>();
  const typed: Partial<Record<string, string>> = refusal?.values ?? {};
  const of = (name: (typeof FACTS)[number]) => ({
    name,
    autoComplete: 'off',
    required: true,
    defaultValue: typed[name],
    errors: refusal?.refusal.errors[name],
  });
  return (
    <Form method="post" className="panel stack narrow" aria-labelledby="add" noValidate>
      <h2 id="add">{t('seller.add')}</h2>
      <p className="muted">{t('seller.add_more')}</p>
      <FormErrors refusal={refusal?.refusal} fields={FIELDS} />
      <input type="hidden" name="key" value={key} />
      <Field label={t('seller.name')} maxLength={160} {...of('legal_name')} />
      <Field label={t('seller.contact')} hint={t('seller.contact_more')} type="email" {...of('contact_email')} />
      <Field label={t('seller.country')} hint={t('seller.country_more')} maxLength={2} {...of('country')} />
      <Field label={t('seller.tax_id')} hint={t('seller.tax_id_more')} maxLength={30} {...of('tax_id')} />
      <TermsFields typed={typed} errors={refusal?.refusal.errors ?? {}} />
      <p>
        <Button busy={useNavigation().state === 'submitting'}>{t('seller.add')}</Button>
      </p>
    </Form>
  );
}
