import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listTierRequests, type WaitingRequest } from '#contracts/customers/tiers.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { Ago } from '#web/ui/office/ago.tsx';

export const handle = title('tiers.queue');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listTierRequests, { query: pageQueryOf(url) });
}

export default function TierRequests() {
  const { t } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('tiers.queue')} lead={t('tiers.queue_lead')}>
        <Link to={href('/admin/users')}>{t('users.title')}</Link>
      </PageHead>
      <Table
        caption={t('tiers.queue')}
        columns={useColumns()}
        rows={data}
        keyOf={({ id }) => id}
        hrefOf={({ user }) => `${href('/admin/users/:id', { id: user.id })}?tab=actions`}
        empty={<Empty title={t('tiers.queue_none')}>{t('tiers.queue_none_more')}</Empty>}
      />
      <Pagination meta={meta} />
    </>
  );
}

function useColumns(): Column<WaitingRequest>[] {
  const { t } = useI18n();
  return [
    { key: 'user', header: t('users.name'), priority: 'lead', cell: ({ user }) => user.username },
    { key: 'has', header: t('tiers.has'), cell: ({ from_tier }) => t('tiers.row', { tier: from_tier }) },
    { key: 'wants', header: t('tiers.wants'), cell: ({ tier }) => t('tiers.row', { tier }) },
    { key: 'since', header: t('tiers.since'), align: 'end', cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
}
