import { type ActionFunctionArgs, Form, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { getLimits, requestTier, type TierLimits, withdrawTierRequest } from '#contracts/customers/tiers.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { LimitBar } from '#web/ui/data/limit-bar.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { CountryBarNote } from '#web/ui/feedback/country-bar-note.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('tiers.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, getLimits);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const withdraws = field('request') !== '';
  const outcome = withdraws
    ? await attempt(where, withdrawTierRequest, { params: { id: field('request') } })
    : await attempt(where, requestTier, { body: { tier: Number(field('tier')) } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const said = message(withdraws ? 'tiers.withdrawn' : 'tiers.sent');
  const toast = flash({ type: 'success', title: said, content: '' });
  return redirect(href('/limits'), { headers: { 'set-cookie': toast } });
}

export default function Limits() {
  const { t } = useI18n();
  const { tier, bar, used, tiers } = useLoaderData<typeof loader>().data;
  const mine = tiers[tier]!;
  return (
    <>
      <PageHead title={t('tiers.title')} lead={t('tiers.lead')} />
      <div className="stack">
        <CountryBarNote bar={bar} />
        <div className="columns">
          <section className="panel stack" aria-labelledby="now">
            <h2 id="now">{t('tiers.now', { tier })}</h2>
            <LimitBar label={t('limits.stored')} used={used.stored_cents} limit={mine.stored_balance_cents} />
            <LimitBar label={t('limits.spent')} used={used.spent_24h_cents} limit={mine.spend_24h_cents} />
            <LimitBar label={t('limits.monthly')} used={used.top_up_30d_cents} limit={mine.top_up_30d_cents} />
            <p className="small muted">{t('limits.one_order', { amount: { cents: mine.one_order_cents } })}</p>
            {used.shared_with > 0 ? <Alert tone="info">{t('limits.shared', { count: used.shared_with })}</Alert> : null}
          </section>
          <Next />
        </div>
        <Tiers />
      </div>
    </>
  );
}

/** How to get the next tier, and what became of the latest request. */
function Next() {
  const { t } = useI18n();
  const { tier, request } = useLoaderData<typeof loader>().data;
  const result = useActionResult<typeof action>();
  const inactive = useRootData()?.user?.roles.includes('inactive');
  const next = tier + 1;
  return (
    <section className="panel stack" aria-labelledby="next">
      <h2 id="next">{t('tiers.next')}</h2>
      <FormErrors refusal={result?.refusal} />
      {request?.state === 'open' ? (
        <>
          <Alert tone="info">
            {t('tiers.asked', { tier: request.tier })}. {t('tiers.asked_more')}
          </Alert>
          <Form method="post">
            <input type="hidden" name="request" value={request.id} />
            <Button variant="secondary">{t('tiers.withdraw')}</Button>
          </Form>
        </>
      ) : (
        <>
          {request?.state === 'refused' && request.tier > tier ? (
            <Alert tone="warn">
              {t('tiers.refused', { tier: request.tier })}: {request.reason}
            </Alert>
          ) : null}
          {next > 2 ? <p>{t('tiers.highest')}</p> : <p>{t('tiers.how')}</p>}
          {inactive ? <p className="muted">{t('tiers.inactive')}</p> : null}
          {next <= 2 && !inactive ? (
            <Form method="post">
              <Button name="tier" value={next}>
                {t('tiers.ask', { tier: next })}
              </Button>
            </Form>
          ) : null}
        </>
      )}
    </section>
  );
}

type Row = TierLimits & { tier: number };

const needs = ['tiers.needs.0', 'tiers.needs.1', 'tiers.needs.2'] as const;

function Tiers() {
  const { t } = useI18n();
  const { tier: mine, tiers } = useLoaderData<typeof loader>().data;
  const amount = (key: string, header: string, of: (row: Row) => number): Column<Row> => ({
    key,
    header,
    align: 'end',
    cell: (row) => <Money cents={of(row)} />,
  });
  const columns: Column<Row>[] = [
    {
      key: 'tier',
      header: t('tiers.column'),
      priority: 'lead',
      cell: ({ tier }) => (
        <span className="row">
          {t('tiers.row', { tier })}
          {tier === mine ? <Tag tone="good">{t('tiers.yours')}</Tag> : null}
        </span>
      ),
    },
    { key: 'needs', header: t('tiers.needs'), cell: ({ tier }) => t(needs[tier] ?? 'tiers.needs.2') },
    amount('stored', t('tiers.stored'), (row) => row.stored_balance_cents),
    amount('order', t('tiers.one_order'), (row) => row.one_order_cents),
    amount('spend', t('tiers.spend'), (row) => row.spend_24h_cents),
    amount('top_up', t('tiers.top_up'), (row) => row.top_up_30d_cents),
    {
      key: 'codes',
      header: t('tiers.codes'),
      cell: ({ delayed_reveal_above_cents: above }) =>
        above === null ? t('tiers.codes_at_once') : t('tiers.codes_later', { amount: { cents: above } }),
    },
  ];
  return (
    <section className="stack" aria-labelledby="tiers">
      <h2 id="tiers">{t('tiers.all')}</h2>
      <Table
        caption={t('tiers.all')}
        columns={columns}
        rows={tiers.map((limits, tier) => ({ ...limits, tier }))}
        keyOf={({ tier }) => String(tier)}
        empty={null}
      />
    </section>
  );
}
