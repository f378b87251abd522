import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listTransfers } from '#contracts/office/books.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { cursorOf, daysOf, typedValue } from '#web/pages/oversight/admin/audit/audit-query.ts';
import { read } from '#web/server/api.ts';
import { pageLink } from '#web/server/page-link.ts';
import { Filters } from '#web/ui/data/filters.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';
import { transferName } from '#web/ui/office/ledger-names.ts';
import { TransferTable } from './entries/transfer-table.tsx';
import { LedgerPages } from './ledger-pages.tsx';

export const handle = title('ledger.transfers');

/** Those that somebody looks for; the flow of a period has all. */
const KINDS = [
  'top_up',
  'top_up_reversal',
  'order',
  'refunds',
  'return',
  'claim',
  'adjustment',
  'refund_set_off',
  'debt_settlement',
  'debt_write_off',
] as const;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { searchParams: search } = url;
  const reference = typedValue(search, 'reference');
  const kind = KINDS.find((one) => one === search.get('kind'));
  const query = { ...(reference && { reference }), ...(kind && { kind }), ...daysOf(search), ...cursorOf(search) };
  const { data, links } = await read({ context, url }, listTransfers, { query });
  return { transfers: data, prev: pageLink(links.prev, url), next: pageLink(links.next, url) };
}

export default function Transfers() {
  const { t } = useI18n();
  const { transfers, prev, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('ledger.transfers')} lead={t('ledger.transfers_lead')} />
      <LedgerPages />
      <div className="stack">
        <Filters
          filters={[
            { name: 'reference', label: t('ledger.reference') },
            {
              name: 'kind',
              label: t('ledger.kind'),
              any: t('ledger.any_kind'),
              options: KINDS.map((value) => ({ value, label: transferName(t, value) })),
            },
            { name: 'from', label: t('history.from'), type: 'date' },
            { name: 'to', label: t('history.to'), type: 'date' },
          ]}
          keep={[]}
        />
        <TransferTable caption={t('ledger.transfers')} transfers={transfers} />
        <Pager prev={prev} next={next} />
      </div>
    </>
  );
}
