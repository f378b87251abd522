import type { ReactNode } from 'react';
import { href } from 'react-router';
import type { Overview } from '#contracts/office/overview.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { sectionsFor } from '#web/layouts/admin/admin-sections.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { changeOf } from './change.ts';
import '#web/styles/office/overview.css';

/** Links to the lists behind the figures, of the same days, as far as the reader's duties open them. */
function useLists({ from, to }: Pick<Overview, 'from' | 'to'>) {
  const sections = sectionsFor(useRootData()?.user?.roles ?? []).map(({ to }) => to);
  const ifOpen = (section: string) => (sections.includes(section) ? section : undefined);
  const listOf = (section: string, query: Record<string, string> = {}, page = section) =>
    ifOpen(section) && `${page}?${new URLSearchParams({ ...query, from, to })}`;
  return { ifOpen, listOf };
}

/** Four figures of the period with their change, and what else says how the shop does. */
export function OverviewFigures({ overview }: { overview: Overview }) {
  const { t, money, number } = useI18n();
  const { ifOpen, listOf } = useLists(overview);
  const against = useChange(overview);
  const { before, sales, top_ups, people, stock } = overview;
  const { registered, confirmed, activated, bought } = people;
  const percent = registered
    ? t('overview.percent', { percent: number(Math.round((bought / registered) * 100)) })
    : '–';
  const sold = listOf(href('/admin/orders')) ?? ifOpen(href('/reseller'));
  return (
    <section className="stack" aria-label={t('overview.figures')}>
      <Stats>
        {sales ? (
          <>
            <Stat
              label={t('overview.sales')}
              value={money(sales.sales_cents)}
              {...against(sales.sales_cents, before?.sales?.sales_cents, money)}
              to={sold}
            />
            <Stat
              label={t('overview.margin')}
              value={money(sales.margin_cents)}
              {...against(sales.margin_cents, before?.sales?.margin_cents, money)}
              to={sold}
            />
          </>
        ) : null}
        {top_ups ? (
          <Stat
            label={t('overview.top_ups')}
            value={money(top_ups.top_up_cents)}
            {...against(top_ups.top_up_cents, before?.top_ups?.top_up_cents, money)}
            to={listOf(href('/admin/payments'), { state: 'credited' }, href('/admin/payments/all'))}
          />
        ) : null}
        <Stat
          label={t('overview.new_buyers')}
          value={number(people.new_buyers)}
          {...against(people.new_buyers, before?.people.new_buyers, number)}
          to={listOf(href('/admin/orders'), { first: '1' })}
        />
      </Stats>
      <dl className="further">
        {sales ? (
          <>
            <Further label={t('overview.orders')}>
              {t('overview.sales_more', { orders: sales.orders, cards: sales.cards })}
            </Further>
            <Further
              label={t('overview.refunded')}
              to={
                listOf(href('/admin/ledger'), { kind: 'refunds' }, href('/admin/ledger/transfers')) ??
                listOf(href('/admin/orders'))
              }
            >
              {money(sales.refunded_cents)}
            </Further>
          </>
        ) : null}
        {sales?.uncosted_cards ? (
          <Further label={t('overview.margin')}>{t('overview.uncosted', { count: sales.uncosted_cards })}</Further>
        ) : null}
        {top_ups ? (
          <Further label={t('overview.top_ups')}>{t('overview.top_ups_more', { count: top_ups.top_ups })}</Further>
        ) : null}
        <Further label={t('overview.conversion')} to={listOf(href('/admin/users'), { role: 'buyer' })}>
          {percent} ({t('overview.conversion_more', { registered, confirmed, activated, bought })})
        </Further>
        <Further label={t('overview.stock')} to={ifOpen(href('/reseller'))}>
          {t('overview.cards', { count: stock.available })}{' '}
          {stock.price_cents === null
            ? t('overview.batches', { count: stock.batches })
            : t('overview.stock_more', { count: stock.batches, value: { cents: stock.price_cents } })}
        </Further>
      </dl>
    </section>
  );
}

function Further({ label, to, children }: { label: string; to?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>{to ? <Link to={to}>{label}</Link> : label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A figure's change against the period before. A day that isn't over is no less than a whole one: it has no judgement. */
function useChange({ from, to }: Pick<Overview, 'from' | 'to'>) {
  const { t, number } = useI18n();
  return (now: number, before: number | undefined, format: (value: number) => string) => {
    if (before === undefined) return {};
    if (from === to) return { change: t('overview.yesterday', { before: format(before) }) };
    const { percent, tone } = changeOf(now, before);
    if (percent === null) return { change: t('overview.before', { before: format(before) }) };
    const signed = `${percent > 0 ? '+' : ''}${number(percent)}`;
    return { tone, change: t('overview.change', { percent: signed, before: format(before) }) };
  };
}
