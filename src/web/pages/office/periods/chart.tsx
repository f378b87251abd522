import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { type Chart, decideChart, getChart, proposeChart } from '#contracts/office/periods.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
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
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { accountName } from '#web/ui/office/ledger-names.ts';
import { ChartForm } from './chart/chart-form.tsx';
import { readAccounts } from './chart/read-accounts.ts';

export const handle = title('chart.title');

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getChart);
  return withPreserved({ ...data, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const asked = field('decision');
  const decision = asked === 'approve' || asked === 'reject' ? asked : 'propose';
  const [reason, consultant, client, year_begins] = ['reason', 'consultant', 'client', 'year_begins'].map(field);
  const accounts = readAccounts(field);
  const numbers = Object.fromEntries(
    accounts.flatMap(({ kind, number, tax_key }) => [
      [`number_${kind}`, number],
      [`tax_key_${kind}`, tax_key ?? ''],
    ]),
  );
  const values = {
    decision,
    reason: reason!,
    consultant: consultant!,
    client: client!,
    year_begins: year_begins!,
    ...numbers,
  };
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const outcome =
    decision === 'propose'
      ? await attempt(where, proposeChart, {
          body: {
            accounts,
            consultant: Number(consultant),
            client: Number(client),
            year_begins: Number(year_begins),
            reason: reason!,
          },
        })
      : await attempt(where, decideChart, {
          body: {
            proposal_id: field('proposal_id'),
            decision: decision === 'approve' ? 'approved' : 'rejected',
            reason: reason!,
          },
        });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: message(`chart.decided.${decision}`), content: '' });
  return redirect(goOn(field, url, href('/admin/ledger/chart')), { headers: { 'set-cookie': toast } });
}

export default function ChartOfAccounts() {
  const { t } = useI18n();
  const { chart, proposal, kinds, key } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('chart.title')} lead={t('chart.lead')} />
      <LedgerPages />
      <div className="stack">
        {chart ? <Other of={chart} since={chart.at} /> : <Alert tone="info">{t('chart.none')}</Alert>}
        <Table
          caption={t('chart.title')}
          columns={useColumns()}
          rows={kinds}
          keyOf={({ kind }) => kind}
          empty={<Empty title={t('ledger.no_transfers')} />}
        />
        {proposal ? (
          <section className="stack" aria-labelledby="proposed">
            <h2 id="proposed">{t('chart.proposed')}</h2>
            <Other of={proposal} reason={proposal.reason} />
            <Judge proposal={proposal} idempotencyKey={key} />
          </section>
        ) : (
          <ChartForm chart={chart} kinds={kinds} idempotencyKey={key} />
        )}
      </div>
    </>
  );
}

/** What stands in a chart besides its numbers. */
function Other({
  of,
  since,
  reason,
}: {
  of: Omit<NonNullable<Chart['chart']>, 'at'>;
  since?: string;
  reason?: string;
}) {
  const { t } = useI18n();
  return (
    <Facts
      facts={[
        since !== undefined && { label: t('chart.since'), value: <Time at={since} /> },
        { label: t('chart.consultant'), value: of.consultant },
        { label: t('chart.client'), value: of.client },
        { label: t('chart.year_begins'), value: of.year_begins },
        reason !== undefined && { label: t('admin.decide_reason'), value: reason },
      ]}
    />
  );
}

function useColumns(): Column<Chart['kinds'][number]>[] {
  const { t } = useI18n();
  const { chart, proposal } = useLoaderData<typeof loader>();
  const columns: Column<Chart['kinds'][number]>[] = [
    { key: 'kind', header: t('ledger.kind'), priority: 'lead', cell: ({ kind }) => accountName(t, kind) },
    { key: 'side', header: t('ledger.side'), cell: ({ side }) => <Tag>{t(`ledger.side.${side}`)}</Tag> },
  ];
  if (chart) columns.push({ key: 'now', header: t('chart.now'), cell: ({ kind }) => written(chart, kind) });
  if (proposal)
    columns.push({
      key: 'proposed',
      header: t('chart.proposed'),
      cell: ({ kind }) => <b>{written(proposal, kind)}</b>,
    });
  return columns;
}

function written({ accounts }: Pick<NonNullable<Chart['chart']>, 'accounts'>, kind: string): string {
  const account = accounts.find((one) => one.kind === kind);
  if (!account) return '–';
  return account.tax_key ? `${account.number} / ${account.tax_key}` : account.number;
}
