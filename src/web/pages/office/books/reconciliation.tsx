import { type ActionFunctionArgs, href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listPublishedSums } from '#contracts/coins/liabilities.ts';
import { getReconciliation } from '#contracts/office/books.ts';
import { listVerifications } from '#contracts/oversight/audit.ts';
import { readForm } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { startCheck } from '#web/pages/oversight/admin/audit/start-check.ts';
import { Verification } from '#web/pages/oversight/admin/audit/verification.tsx';
import { read } from '#web/server/api.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { accountName } from '#web/ui/office/ledger-names.ts';
import { LedgerPages } from './ledger-pages.tsx';
import { CoinDollars } from './reconciliation/coin-dollars.tsx';
import { CoinUnits } from './reconciliation/coin-units.tsx';
import { OutflowSums } from './reconciliation/outflow-sums.tsx';
import { Reserves } from './reconciliation/reserves.tsx';
import { SuspenseAges } from './reconciliation/suspense-ages.tsx';

export const handle = title('reconciliation.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [books, ledger, coins, sums] = await Promise.all([
    read(where, getReconciliation),
    read(where, listVerifications, { query: { kind: 'ledger' } }),
    read(where, listVerifications, { query: { kind: 'coins' } }),
    read(where, listPublishedSums, { query: { per_page: '1' } }),
  ]);
  return {
    books: books.data,
    checks: { ledger: ledger.data, coins: coins.data },
    published: sums.data[0] ?? null,
  };
}

export async function action(where: ActionFunctionArgs) {
  const field = await readForm(where.request);
  return startCheck(where, field('kind') === 'coins' ? 'coins' : 'ledger');
}

export default function Reconciliation() {
  const { t, money } = useI18n();
  const { books, checks, published } = useLoaderData<typeof loader>();
  const { worth_cents, owed_cents, difference_cents } = books;
  return (
    <>
      <PageHead title={t('reconciliation.title')} lead={t('reconciliation.lead')} />
      <LedgerPages />
      <FormErrors refusal={useActionResult<typeof action>()?.refusal} />
      <div className="office">
        <Stats>
          <Stat label={t('reconciliation.held')} value={money(worth_cents)} to={href('/admin/chains')} />
          <Stat label={t('reconciliation.owed')} value={money(owed_cents)} to={href('/admin/ledger')} />
          <Stat
            label={t('reconciliation.difference')}
            value={money(difference_cents)}
            tone={difference_cents < 0 ? 'warn' : 'good'}
          />
          {published ? (
            <Stat
              label={t('reconciliation.published')}
              value={money(published.total_cents)}
              change={<Time at={published.at} />}
              to={href('/proof')}
            />
          ) : null}
        </Stats>
        <Verification kind="ledger" runs={checks.ledger} />
        <Verification kind="coins" runs={checks.coins} />
        <div className="columns">
          <Owed />
          <Difference />
        </div>
        <CoinUnits rows={books.coins} />
        <SuspenseAges rows={books.suspense} />
        <OutflowSums rows={books.outflows} />
        <Reserves rows={books.reserves} />
        <CoinDollars rows={books.coins} />
      </div>
    </>
  );
}

function Owed() {
  const { t, money } = useI18n();
  const { owed, owed_cents } = useLoaderData<typeof loader>().books;
  const columns: Column<(typeof owed)[number]>[] = [
    { key: 'kind', header: t('ledger.kind'), priority: 'lead', cell: ({ kind }) => accountName(t, kind) },
    { key: 'cents', header: t('ledger.balance'), align: 'end', priority: 'side', cell: ({ cents }) => money(cents) },
  ];
  return (
    <section className="stack" aria-labelledby="owed">
      <h2 id="owed">{t('reconciliation.owed')}</h2>
      <Table
        caption={t('reconciliation.owed')}
        columns={columns}
        rows={owed}
        keyOf={({ kind }) => kind}
        hrefOf={({ kind }) => `${href('/admin/ledger/accounts')}?${new URLSearchParams({ kind })}`}
        empty={<p className="muted">{t('reconciliation.nothing_owed')}</p>}
      />
      <p className="row">
        {t('reconciliation.total')} <b className="push">{money(owed_cents)}</b>
      </p>
    </section>
  );
}

function Difference() {
  const { t, money } = useI18n();
  const { explained, difference_cents } = useLoaderData<typeof loader>().books;
  const columns: Column<(typeof explained)[number]>[] = [
    {
      key: 'reason',
      header: t('reconciliation.reason'),
      priority: 'lead',
      cell: ({ reason, account }) =>
        reason === 'account'
          ? t('reconciliation.kept', { kind: accountName(t, account ?? '') })
          : t(`reconciliation.reason.${reason}`),
    },
    { key: 'cents', header: t('ledger.amount'), align: 'end', priority: 'side', cell: ({ cents }) => money(cents) },
  ];
  return (
    <section className="stack" aria-labelledby="difference">
      <h2 id="difference">{t('reconciliation.explained')}</h2>
      {explained.some(({ reason }) => reason === 'unexplained') ? (
        <Alert tone="bad">{t('reconciliation.unexplained')}</Alert>
      ) : null}
      <Table
        caption={t('reconciliation.explained')}
        columns={columns}
        rows={explained}
        keyOf={({ reason, account }) => `${reason} ${account}`}
        empty={<p className="muted">{t('reconciliation.no_difference')}</p>}
      />
      <p className="row">
        {t('reconciliation.total')} <b className="push">{money(difference_cents)}</b>
      </p>
    </section>
  );
}
