import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import {
  type BankStatement,
  listBankStatements,
  STATEMENT_LIMIT_BYTES,
  uploadBankStatement,
} from '#contracts/supply/bank-statements.ts';
import { message } from '#i18n/message.ts';
import { refused, refusedField } from '#web/forms/form-data.ts';
import { readFormFile } from '#web/forms/read-form-file.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { UploadForm } from './upload-form.tsx';
import '#web/styles/office/admin.css';

export const handle = title('bank.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return await read({ context, url }, listBankStatements, { query: pageQueryOf(url) });
}

const LAYOUT = [
  'account',
  'day_column',
  'amount_column',
  'currency_column',
  'currency',
  'name_column',
  'text_column',
  'reference_column',
  'iban_column',
  'day_format',
  'decimal_mark',
];

export async function action({ request, context, url }: ActionFunctionArgs) {
  const file = await readFormFile(request, 'file', { limitBytes: STATEMENT_LIMIT_BYTES });
  if (!file) return refused(refusedField('file', message('bank.file_missing')), {});
  const values = Object.fromEntries(LAYOUT.map((name) => [name, String(file.form.get(name) ?? '').trim()]));
  // Without its account, an entry of a CSV file can't be told from another account's.
  const query = values.account ? values : {};
  const outcome = await attempt({ context, url }, uploadBankStatement, { query, body: file.body });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message('bank.imported'), content: '' });
  const to = href('/reseller/bank-statements/:id', { id: outcome.reply.data.id });
  return redirect(to, { headers: { 'set-cookie': said } });
}

export default function BankStatements() {
  const { t } = useI18n();
  const { data, meta, layout, unbooked } = useLoaderData<typeof loader>();
  const mayImport = useRootData()?.user?.roles.includes('payouts');
  return (
    <>
      <PageHead title={t('bank.title')} lead={t('bank.lead')} />
      <div className="office">
        {unbooked > 0 ? <Alert tone="info">{t('bank.unbooked', { payouts: unbooked })}</Alert> : null}
        {mayImport ? <UploadForm layout={layout} /> : <Alert tone="info">{t('auth.duty.payouts')}</Alert>}
        <section className="stack" aria-labelledby="statements">
          <h2 id="statements">{t('bank.all')}</h2>
          <Table
            caption={t('bank.all')}
            columns={useColumns()}
            rows={data}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => href('/reseller/bank-statements/:id', { id })}
            empty={<Empty picture="files" title={t('bank.none')} />}
          />
          <Pagination meta={meta} />
        </section>
      </div>
    </>
  );
}

function useColumns(): Column<BankStatement>[] {
  const { t, day, number } = useI18n();
  return [
    {
      key: 'days',
      header: t('bank.days'),
      priority: 'lead',
      cell: ({ first_on, last_on }) => (
        <b>{first_on === last_on ? day(first_on) : `${day(first_on)} – ${day(last_on)}`}</b>
      ),
    },
    {
      key: 'open',
      header: t('bank.state.open'),
      priority: 'side',
      cell: ({ debits }) => <Tag tone={debits.open > 0 ? 'warn' : 'good'}>{number(debits.open)}</Tag>,
    },
    { key: 'account', header: t('bank.account'), cell: ({ account_hint }) => account_hint },
    { key: 'entries', header: t('bank.entries'), align: 'end', cell: ({ entries }) => number(entries) },
    { key: 'matched', header: t('bank.state.matched'), align: 'end', cell: ({ debits }) => number(debits.matched) },
    { key: 'by', header: t('bank.imported_by'), priority: 'low', cell: ({ imported_by }) => imported_by },
    { key: 'at', header: t('bank.imported_at'), priority: 'low', cell: ({ imported_at }) => <Time at={imported_at} /> },
  ];
}
