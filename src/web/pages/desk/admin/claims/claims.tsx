import { href, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { listClaims } from '#contracts/desk/claims.ts';
import { CLAIM_STATES } from '#contracts/shop/orders.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { inQueue } from '#web/layouts/admin/queue/in-queue.ts';
import { claimQueryOf } from '#web/layouts/admin/queue/list-queries.ts';
import { read } from '#web/server/api.ts';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { Ago } from '#web/ui/office/ago.tsx';
import { ClaimTag } from '#web/ui/office/claim-tag.tsx';

export const handle = title('claims.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listClaims, { query: claimQueryOf(url) });
}

export default function AdminClaims() {
  const { t } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const states = CLAIM_STATES.map((value) => ({ value, label: t(`claim.state.${value}`) }));
  return (
    <>
      <PageHead title={t('claims.title')} lead={t('claims.lead')} />
      <div className="stack">
        <Filters filters={[{ name: 'state', label: t('claims.state'), any: t('claims.any_state'), options: states }]} />
        <Table
          caption={t('claims.title')}
          columns={useColumns()}
          rows={data}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => inQueue('claims', href('/admin/claims/:id', { id }), query)}
          empty={<NoClaims />}
        />
      </div>
      <Pagination meta={meta} />
    </>
  );
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['data'][number];

function useColumns(): Column<Row>[] {
  const { t, money } = useI18n();
  return [
    { key: 'number', header: t('claims.one'), priority: 'lead', cell: ({ number }) => <b>{String(number)}</b> },
    { key: 'state', header: t('claims.state'), priority: 'side', cell: ({ state }) => <ClaimTag state={state} /> },
    {
      key: 'programme',
      header: t('claims.programme'),
      cell: ({ programme }) => <Link to={href('/admin/programmes/:id', { id: programme.id })}>{programme.name}</Link>,
    },
    {
      key: 'buyer',
      header: t('claims.buyer'),
      cell: ({ buyer }) => <Link to={href('/admin/users/:id', { id: buyer.id })}>{buyer.username}</Link>,
    },
    { key: 'reason', header: t('claim.reason'), priority: 'low', cell: ({ reason }) => t(`claim.reason.${reason}`) },
    { key: 'made', header: t('claims.made'), cell: ({ made_at }) => <Ago at={made_at} /> },
    { key: 'price', header: t('claims.price'), align: 'end', cell: ({ price_cents }) => money(price_cents) },
  ];
}

/** Shown if there are no claims, or none in the chosen state. */
function NoClaims() {
  const { t } = useI18n();
  const [query] = useSearchParams();
  if (!query.get('state'))
    return (
      <Empty picture="tickets" title={t('claims.none')}>
        {t('claims.none_more')}
      </Empty>
    );
  return (
    <Empty
      picture="tickets"
      title={t('list.nothing')}
      action={<Link to={href('/admin/claims')}>{t('list.show_all')}</Link>}
    />
  );
}
