import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { decideTaxRates, getTaxRates, proposeTaxRates, type TaxRates } from '#contracts/office/tax.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused, refusedField } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRate } from '#web/i18n/use-rate.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { RatesForm } from './rates-form.tsx';
import { readRates } from './read-rates.ts';

export const handle = title('vat_rates.title');

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getTaxRates);
  return withPreserved({ ...data, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const asked = field('decision');
  const decision = asked === 'approve' || asked === 'reject' ? asked : 'propose';
  const [reason, list, programme_id, valid_from] = [
    field('reason'),
    field('rates'),
    field('programme_id'),
    field('valid_from'),
  ];
  const values = { decision, reason, rates: list, programme_id, valid_from };
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const { rates, wrong } = readRates(list);
  if (decision === 'propose' && wrong) return refused(refusedField('rates', wrong), values);
  const outcome =
    decision === 'propose'
      ? await attempt(where, proposeTaxRates, {
          body: { rates, programme_id: programme_id || null, valid_from, reason },
        })
      : await attempt(where, decideTaxRates, {
          body: {
            proposal_id: field('proposal_id'),
            decision: decision === 'approve' ? 'approved' : 'rejected',
            reason,
          },
        });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: message(`vat_rates.decided.${decision}`), content: '' });
  return redirect(goOn(field, url, href('/admin/ledger/vat-rates')), { headers: { 'set-cookie': toast } });
}

type Rate = TaxRates['rates'][number];

export default function VatRates() {
  const { t, country, day } = useI18n();
  const rate = useRate();
  const { rates, missing, programmes, proposal, key } = useLoaderData<typeof loader>();
  const columns: Column<Rate>[] = [
    { key: 'country', header: t('vat_rates.country'), priority: 'lead', cell: (row) => country(row.country) },
    {
      key: 'programme',
      header: t('vat_rates.programme'),
      cell: ({ programme }) => programme?.name ?? t('vat_rates.all_programmes'),
    },
    { key: 'from', header: t('vat_rates.valid_from'), cell: ({ valid_from }) => day(valid_from) },
    { key: 'rate', header: t('vat_rates.rate'), align: 'end', priority: 'side', cell: (row) => rate(row.rate_bp) },
  ];
  return (
    <>
      <PageHead title={t('vat_rates.title')} lead={t('vat_rates.lead')} />
      <LedgerPages />
      <div className="stack">
        {missing.length > 0 ? (
          <Alert tone="warn">{t('vat_rates.missing', { countries: missing.map(country).join(', ') })}</Alert>
        ) : null}
        <Table
          caption={t('vat_rates.title')}
          columns={columns}
          rows={rates}
          keyOf={(row) => `${row.country} ${row.programme?.id} ${row.valid_from} ${row.at}`}
          empty={<Empty title={t('vat_rates.none')} />}
        />
        {proposal ? (
          <section className="stack" aria-labelledby="proposed">
            <h2 id="proposed">{t('vat_rates.proposed')}</h2>
            <Facts
              facts={[
                { label: t('vat_rates.programme'), value: proposal.programme?.name ?? t('vat_rates.all_programmes') },
                { label: t('vat_rates.valid_from'), value: day(proposal.valid_from) },
                ...proposal.rates.map((one) => ({ label: country(one.country), value: rate(one.rate_bp) })),
                { label: t('admin.decide_reason'), value: proposal.reason },
              ]}
            />
            <Judge proposal={proposal} idempotencyKey={key} />
          </section>
        ) : (
          <RatesForm programmes={programmes} idempotencyKey={key} />
        )}
      </div>
    </>
  );
}
