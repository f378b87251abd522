import { href } from 'react-router';
import type { Overview } from '#contracts/office/overview.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { sectionsFor } from '#web/layouts/admin/admin-sections.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Stat, Stats } from '#web/ui/data/stat.tsx';

/** Links to the lists behind the figures, of the same days, as far as the reader's duties open them. */
function useLists({ from, to }: Pick<Overview, 'from' | 'to'>) {
  const sections = sectionsFor(useRootData()?.user?.roles ?? []).map(({ to }) => to);
  const ifOpen = (section: string) => (sections.includes(section) ? section : undefined);
  const listOf = (section: string, query: Record<string, string> = {}, page = section) =>
    ifOpen(section) && `${page}?${new URLSearchParams({ ...query, from, to })}`;
  return { ifOpen, listOf };
}

/** What was sold and who came in the period. */
export function OverviewFigures({ overview }: { overview: Overview }) {
  const { t, money, number } = useI18n();
  const { ifOpen, listOf } = useLists(overview);
  const { sales, top_ups, people, stock } = overview;
  const { registered, confirmed, activated, bought } = people;
  const percent = registered
    ? t('overview.percent', { percent: number(Math.round((bought / registered) * 100)) })
    : '–';
  return (
    <Stats>
      {sales ? (
        <>
          <Stat
            label={t('overview.sales')}
            value={money(sales.sales_cents)}
            change={t('overview.sales_more', {
              orders: sales.orders,
              cards: sales.cards,
            })}
            to={listOf(href('/admin/orders')) ?? ifOpen(href('/reseller'))}
          />
          <Stat
            label={t('overview.refunded')}
            value={money(sales.refunded_cents)}
            to={
              listOf(href('/admin/ledger'), { kind: 'refunds' }, href('/admin/ledger/transfers')) ??
              listOf(href('/admin/orders'))
            }
          />
          <Stat
            label={t('overview.margin')}
            value={money(sales.margin_cents)}
            change={sales.uncosted_cards ? t('overview.uncosted', { count: sales.uncosted_cards }) : undefined}
            to={listOf(href('/admin/orders')) ?? ifOpen(href('/reseller'))}
          />
        </>
      ) : null}
      {top_ups ? (
        <Stat
          label={t('overview.top_ups')}
          value={money(top_ups.top_up_cents)}
          change={t('overview.top_ups_more', { count: top_ups.top_ups })}
          to={listOf(href('/admin/payments'), { state: 'credited' }, href('/admin/payments/all'))}
        />
      ) : null}
      <Stat
        label={t('overview.new_buyers')}
        value={number(people.new_buyers)}
        change={t('overview.new_buyers_more')}
        to={listOf(href('/admin/orders'), { first: '1' })}
      />
      <Stat
        label={t('overview.conversion')}
        value={percent}
        change={t('overview.conversion_more', { registered, confirmed, activated, bought })}
        to={listOf(href('/admin/users'), { role: 'buyer' })}
      />
      <Stat
        label={t('overview.stock')}
        value={t('overview.cards', { count: stock.available })}
        change={
          stock.price_cents === null
            ? t('overview.batches', { count: stock.batches })
            : t('overview.stock_more', { count: stock.batches, value: { cents: stock.price_cents } })
        }
        tone={stock.available ? 'plain' : 'bad'}
        to={ifOpen(href('/reseller'))}
      />
    </Stats>
  );
}
