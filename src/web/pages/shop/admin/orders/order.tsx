import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { inspectOrder } from '#contracts/shop/orders.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { read } from '#web/server/api.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { OrderStatus } from '#web/ui/data/order-rows.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { accountName, transferName } from '#web/ui/office/ledger-names.ts';
import { useLineColumns } from './line-columns.tsx';
import { OrderActions } from './order-actions.tsx';
import { Timeline } from './timeline.tsx';

export const handle = title('order.number', ({ order }: { order: { number: number } }) => ({
  number: String(order.number),
}));

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, inspectOrder, { params: { id: where.params.id ?? '' } });
  return { order: data };
}

const BOOKS = ['auditor', 'approver', 'payouts'];
const AUDIT = ['auditor', 'approver'];

export default function Order() {
  const { t, money } = useI18n();
  const { order } = useLoaderData<typeof loader>();
  const roles = useRootData()?.user?.roles ?? [];
  const may = (duties: readonly string[]) => holdsDuty(roles, ...duties);
  const { id, number, buyer } = order;
  return (
    <>
      <PageHead title={t('order.number', { number: String(number) })} lead={<Time at={order.created_at} />}>
        {may(AUDIT) ? (
          <Link to={`${href('/admin/audit')}?${new URLSearchParams({ about: id })}`}>{t('audit.all_about')}</Link>
        ) : null}
      </PageHead>
      <div className="office">
        <div className="columns">
          <div className="stack">
            <section className="panel" aria-label={t('claims.order')}>
              <Facts
                facts={[
                  {
                    label: t('claims.buyer'),
                    value: <SectionLink to={href('/admin/users/:id', { id: buyer.id })}>{buyer.username}</SectionLink>,
                  },
                  { label: t('claims.state'), value: <OrderStatus status={order.status} /> },
                  { label: t('order.receipt_total'), value: <b>{money(order.total_cents)}</b> },
                  order.refunded_cents > 0 && { label: t('order.refunded'), value: money(order.refunded_cents) },
                ]}
              />
            </section>
            <OrderActions order={order} />
          </div>
          <Timeline events={order.events} buyer_id={buyer.id} />
        </div>
        <section className="stack" aria-labelledby="lines">
          <h2 id="lines">{t('placed.cards')}</h2>
          <Table
            caption={t('placed.cards')}
            columns={useLineColumns(order.lines, roles.includes('support'))}
            rows={order.lines}
            keyOf={(line) => line.id}
            empty={null}
          />
        </section>
        <section className="stack" aria-labelledby="movements">
          <div className="row">
            <h2 id="movements">{t('ledger.title')}</h2>
            {may(BOOKS) ? (
              <Link
                to={`${href('/admin/ledger/transfers')}?${new URLSearchParams({ reference: id })}`}
                className="push small"
              >
                {t('ledger.transfers')}
              </Link>
            ) : null}
          </div>
          <Movements open={may(BOOKS)} />
        </section>
      </div>
    </>
  );
}

/** What it moved; with the way to each transfer for those who read the books. */
function Movements({ open }: { open: boolean }) {
  const { t, money } = useI18n();
  const { movements } = useLoaderData<typeof loader>().order;
  const columns: Column<(typeof movements)[number]>[] = [
    { key: 'kind', header: t('ledger.kind'), priority: 'lead', cell: ({ kind }) => transferName(t, kind) },
    { key: 'from', header: t('ledger.debit'), cell: ({ debit_kind }) => accountName(t, debit_kind) },
    { key: 'to', header: t('ledger.credit'), cell: ({ credit_kind }) => accountName(t, credit_kind) },
    {
      key: 'cents',
      header: t('ledger.amount'),
      align: 'end',
      priority: 'side',
      cell: ({ amount_cents }) => money(amount_cents),
    },
    { key: 'at', header: t('ledger.at'), align: 'end', cell: ({ at }) => <Time at={at} /> },
  ];
  return (
    <Table
      caption={t('ledger.title')}
      columns={columns}
      rows={movements}
      keyOf={({ id }) => String(id)}
      hrefOf={({ id }) => (open ? href('/admin/ledger/transfers/:id', { id: String(id) }) : undefined)}
      empty={<Empty title={t('ledger.no_transfers')} />}
    />
  );
}
