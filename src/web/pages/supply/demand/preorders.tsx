import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { listDemand } from '#contracts/shop/preorders.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { people } from '#web/layouts/admin/admin-sections.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { Ago } from '#web/ui/office/ago.tsx';
import '#web/styles/office/admin.css';

export const handle = title('preorder.demand');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return await read({ context, url }, listDemand, { query: pageQueryOf(url) });
}

export default function Demand() {
  const { t, money, number, face } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  const roles = useRootData()?.user?.roles ?? [];
  const opens = holdsDuty(roles, ...people);
  return (
    <>
      <PageHead title={t('preorder.demand')} lead={t('preorder.demand_lead')} />
      <div className="office">
        <Table
          caption={t('preorder.demand')}
          columns={[
            {
              key: 'programme',
              header: t('preorder.programme'),
              priority: 'lead',
              cell: ({ programme, face_cents }) => (
                <b>
                  {programme.name} {face(face_cents, programme.currency)}
                </b>
              ),
            },
            { key: 'cards', header: t('preorder.waiting_cards'), align: 'end', cell: ({ cards }) => number(cards) },
            {
              key: 'preorders',
              header: t('preorder.waiting_count'),
              align: 'end',
              cell: ({ preorders }) => number(preorders),
            },
            {
              key: 'notify_only',
              header: t('preorder.notify_count'),
              align: 'end',
              cell: ({ notify_only }) => number(notify_only),
            },
            {
              key: 'prices',
              header: t('preorder.highest_range'),
              align: 'end',
              cell: ({ lowest_cents, highest_cents }) =>
                lowest_cents === highest_cents
                  ? money(highest_cents)
                  : `${money(lowest_cents)} – ${money(highest_cents)}`,
            },
            {
              key: 'reserved',
              header: t('preorder.reserved'),
              priority: 'side',
              align: 'end',
              cell: ({ reserved_cents }) => money(reserved_cents),
            },
            {
              key: 'since',
              header: t('preorder.waiting_since'),
              cell: ({ oldest_at }) => <Ago at={oldest_at} />,
            },
          ]}
          rows={data}
          keyOf={({ programme, face_cents }) => `${programme.id}-${face_cents}`}
          hrefOf={({ programme }) => (opens ? href('/reseller/preorders/:id', { id: programme.id }) : undefined)}
          empty={<Empty title={t('preorder.demand_none')} />}
        />
        <Pagination meta={meta} />
      </div>
    </>
  );
}
