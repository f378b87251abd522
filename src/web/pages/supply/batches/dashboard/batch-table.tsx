import { href } from 'react-router';
import type { ListedBatch } from '#contracts/supply/stock.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { BatchTag } from '#web/ui/office/batch-tag.tsx';

/** The batches with their stock; each opens its page. */
export function BatchTable({ batches, filtered }: { batches: ListedBatch[]; filtered: boolean }) {
  const { t } = useI18n();
  const all = (
    <ButtonLink to={href('/reseller')} variant="secondary">
      {t('list.show_all')}
    </ButtonLink>
  );
  return (
    <Table
      caption={t('reseller.batches')}
      columns={useColumns()}
      rows={batches}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => href('/reseller/base/:id', { id })}
      sorted={{ key: 'created_at', descending: true }}
      empty={
        filtered ? (
          <Empty title={t('list.nothing')} action={all} />
        ) : (
          <Empty title={t('reseller.no_batches')}>{t('reseller.no_batches_more')}</Empty>
        )
      }
    />
  );
}

function useColumns(): Column<ListedBatch>[] {
  const { t, money, number, day } = useI18n();
  return [
    {
      key: 'name',
      header: t('approvals.of_batch'),
      priority: 'lead',
      sortable: true,
      cell: ({ name, programme, supplier }) => (
        <>
          {name} <small>{programme.name === supplier ? supplier : `${programme.name}, ${supplier}`}</small>
        </>
      ),
    },
    {
      key: 'state',
      header: t('reseller.state'),
      priority: 'side',
      cell: ({ state, waits_for }) => (
        <>
          <BatchTag state={state} />
          {waits_for ? <small>{t(`reseller.waits.${waits_for}`)}</small> : null}
        </>
      ),
    },
    {
      key: 'available',
      header: t('card.state.available'),
      align: 'end',
      sortable: true,
      cell: ({ counts }) => number(counts.available),
    },
    {
      key: 'sold',
      header: t('card.state.sold'),
      align: 'end',
      sortable: true,
      cell: ({ counts }) => number(counts.sold),
    },
    {
      key: 'stock_price_cents',
      header: t('reseller.stock_price'),
      align: 'end',
      sortable: true,
      cell: ({ stock_price_cents }) => money(stock_price_cents),
    },
    {
      key: 'margin',
      header: t('reseller.margin'),
      align: 'end',
      priority: 'low',
      cell: ({ sold_price_cents, sold_cost_cents }) =>
        sold_cost_cents === null ? null : money(sold_price_cents - sold_cost_cents),
    },
    {
      key: 'claims',
      header: t('reseller.claimed'),
      align: 'end',
      priority: 'low',
      cell: ({ claims_90d, sold_90d }) =>
        sold_90d === 0 ? null : t('reseller.claims_of', { claims: number(claims_90d), sold: number(sold_90d) }),
    },
    {
      key: 'created_at',
      header: t('reseller.opened'),
      align: 'end',
      sortable: true,
      cell: ({ created_at }) => day(created_at.slice(0, 10)),
    },
  ];
}
