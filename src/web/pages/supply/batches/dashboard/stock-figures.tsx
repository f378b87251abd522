import { href } from 'react-router';
import type { StockReport } from '#contracts/supply/stock.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Stat, Stats } from '#web/ui/data/stat.tsx';

interface Props {
  figures: Omit<StockReport, 'days' | 'ages'>;
}

/** What the stock is worth, how it sells, and what waits for whom. */
export function StockFigures({ figures }: Props) {
  const { t, money, number } = useI18n();
  const { counts, waiting } = figures;
  const percent = (basis_points: number | null) =>
    basis_points === null
      ? t('reseller.none_yet')
      : t('approvals.discount_value', { percent: number(basis_points / 100) });
  const cost = figures.stock_cost_cents === null ? t('reseller.unknown') : money(figures.stock_cost_cents);
  return (
    <>
      <Stats>
        <Stat
          label={t('reseller.stock_price')}
          value={money(figures.stock_price_cents)}
          change={t('reseller.on_sale', { count: counts.available })}
        />
        <Stat
          label={t('reseller.stock_cost')}
          value={cost}
          change={figures.uncosted > 0 ? t('reseller.uncosted', { count: figures.uncosted }) : undefined}
          tone={figures.uncosted > 0 ? 'warn' : 'plain'}
        />
        <Stat
          label={t('reseller.sold_price')}
          value={money(figures.sold_price_cents)}
          change={t('reseller.cards_sold', { count: counts.sold })}
        />
        <Stat label={t('reseller.margin')} value={money(figures.margin_cents)} />
      </Stats>
      <Stats>
        <Stat label={t('reseller.sell_through')} value={percent(figures.sell_through_bp)} />
        <Stat label={t('reseller.returned')} value={percent(figures.returned_bp)} change={t('reseller.days_90')} />
        <Stat label={t('reseller.claimed')} value={percent(figures.claimed_bp)} change={t('reseller.days_90')} />
      </Stats>
      {waiting.length > 0 ? (
        <section className="stack" aria-label={t('reseller.waiting')}>
          <h2>{t('reseller.waiting')}</h2>
          <Stats>
            {waiting.map(({ waits_for, batches }) => (
              <Stat
                key={waits_for}
                label={t(`reseller.waits.${waits_for}`)}
                value={number(batches)}
                change={t(`reseller.waits_for.${waits_for}`)}
                {...(['approval', 'quarantine'].includes(waits_for) && { to: href('/admin/approvals') })}
              />
            ))}
          </Stats>
        </section>
      ) : null}
    </>
  );
}
