import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import * as contract from '#contracts/supply/payouts.ts';
import { type Destination, destinationKinds } from '#contracts/supply/sellers.ts';
import { decimalsOf } from '#contracts/supply/sent-amount.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused, refusedField } from '#web/forms/form-data.ts';
import { parseDollars } from '#web/i18n/parse-dollars.ts';
import { parseUnits } from '#web/i18n/parse-units.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { DestinationForm } from './payouts/destination-form.tsx';
import { PayoutForms } from './payouts/payout-forms.tsx';
import { PayoutTable } from './payouts/payout-table.tsx';
import '#web/styles/office/admin.css';

export const handle = title('payout.of', ({ payment }: { payment: { seller: { legal_name: string } } }) => ({
  name: payment.seller.legal_name,
}));

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, contract.getSellerPayment, { params: { id: where.params.id ?? '' } });
  return withPreserved({ payment: data, key: crypto.randomUUID() }, where);
}

const SAID = {
  approve: 'approvals.decided.approve',
  reject: 'approvals.decided.reject',
  propose: 'payout.asked',
  paid: 'payout.recorded',
  failed: 'payout.failed',
  return: 'payout.return_asked',
  destination: 'payout.destination_set',
} as const;
const asked = (decision: string) => (decision in SAID ? decision : 'propose') as keyof typeof SAID;

export async function action({ request, context, url, params: { id = '' } }: ActionFunctionArgs) {
  const field = await readForm(request);
  // Not the address: a form that is kept for after a confirmation is no place for it.
  const names = [
    'decision',
    'reason',
    'amount',
    'reference',
    'kind',
    'currency',
    'sent',
    'fee',
    'payout_id',
    'evidence',
    'returned_on',
  ];
  const values = Object.fromEntries(names.map((name) => [name, field(name)]));
  const outcome = await decide({ context, url, preserve: values, sheet: field('sheet') === '1' }, id, field);
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message(SAID[asked(field('decision'))]), content: '' });
  return redirect(href('/reseller/sellers/:id/payouts', { id }), { headers: { 'set-cookie': said } });
}

type Field = Awaited<ReturnType<typeof readForm>>;

async function decide(where: Where, id: string, field: Field) {
  const [reason, decision] = [field('reason'), asked(field('decision'))];
  const of = { params: { id: field('payout_id') || id } };
  switch (decision) {
    case 'approve':
    case 'reject': {
      const verdict = decision === 'approve' ? ('approved' as const) : ('rejected' as const);
      const body = { proposal_id: field('proposal_id'), decision: verdict, reason };
      const call = field('about') === 'return' ? contract.decidePayoutReturn : contract.decidePayout;
      return attempt(where, call, { ...of, body });
    }
    case 'paid':
      return recordPaid(where, of, field);
    case 'failed':
      return attempt(where, contract.failPayout, { ...of, body: { reason } });
    case 'return': {
      const body = { evidence: field('evidence'), returned_on: field('returned_on'), reason };
      return attempt(where, contract.proposePayoutReturn, { ...of, body });
    }
    case 'destination': {
      const body = { kind: field('kind') as Destination['kind'], address: field('address') };
      return attempt(where, contract.setDestination, { params: { id }, body });
    }
    default: {
      const typed = field('amount').trim();
      const amount_cents = typed ? parseDollars(typed, where.context.get(pageContext).locale) : undefined;
      if (typed && amount_cents === undefined) {
        return { ok: false as const, refusal: refusedField('amount_cents', message('reseller.no_price')) };
      }
      const body = { reason, ...(amount_cents !== undefined && { amount_cents }) };
      return attempt(where, contract.proposePayout, { params: { id }, body, idempotencyKey: field('key') });
    }
  }
}

async function recordPaid(where: Where, of: { params: { id: string } }, field: Field) {
  const currency = field('currency').trim().toUpperCase();
  const decimals = decimalsOf(currency);
  const sent_units = parseUnits(field('sent'), decimals);
  const fee_units = parseUnits(field('fee') || '0', decimals);
  const unread = (name: string) => ({ ok: false as const, refusal: refusedField(name, message('payout.no_amount')) });
  if (sent_units === undefined) return unread('sent_units');
  if (fee_units === undefined) return unread('fee_units');
  const body = { reference: field('reference'), currency, sent_units, fee_units, reason: field('reason') };
  return attempt(where, contract.recordPayout, { ...of, body });
}

export default function SellerPayouts() {
  const { t } = useI18n();
  const { payment, key } = useLoaderData<typeof loader>();
  const roles = useRootData()?.user?.roles ?? [];
  const { seller, payouts } = payment;
  return (
    <>
      <PageHead title={t('payout.of', { name: seller.legal_name })} lead={t('payout.page_lead')}>
        <Link to={href('/reseller/sellers/:id', { id: seller.id })}>{seller.legal_name}</Link>
      </PageHead>
      <div className="office">
        <Balances />
        <div className="columns">
          <DestinationForm
            payment={payment}
            kinds={destinationKinds}
            mayChange={roles.includes('payouts') || roles.includes('seller')}
          />
          {roles.includes('seller') ? null : <PayoutForms payment={payment} roles={roles} idempotencyKey={key} />}
        </div>
        <section className="stack" aria-labelledby="payouts">
          <h2 id="payouts">{t('payout.all')}</h2>
          <PayoutTable payouts={payouts} />
        </section>
        <Statements />
      </div>
    </>
  );
}

function Balances() {
  const { t, money } = useI18n();
  const { balances } = useLoaderData<typeof loader>().payment;
  return (
    <Stats>
      <Stat label={t('seller.pending')} value={money(balances.pending_cents)} change={t('seller.pending_more')} />
      <Stat
        label={t('seller.available')}
        value={money(balances.available_cents)}
        tone={balances.available_cents < 0 ? 'bad' : 'plain'}
      />
      <Stat label={t('seller.reserved')} value={money(balances.reserved_cents)} />
      <Stat label={t('seller.paying')} value={money(balances.paying_cents)} />
      <Stat label={t('seller.paid')} value={money(balances.paid_cents)} />
    </Stats>
  );
}

function Statements() {
  const { t } = useI18n();
  const { seller, months } = useLoaderData<typeof loader>().payment;
  if (months.length === 0) return null;
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  return (
    <section className="stack" aria-labelledby="statements">
      <h2 id="statements">{t('payout.statements')}</h2>
      <ul>
        {[...years, ...months].map((period) => (
          <li key={period}>
            <a href={href('/reseller/sellers/:id/:period/csv', { id: seller.id, period })} download>
              {t('payout.statement_csv', { period })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
