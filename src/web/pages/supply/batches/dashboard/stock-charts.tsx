import type { ReactNode } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Chart } from '#web/ui/data/chart.tsx';
import type { Drawing } from '#web/ui/data/draw/draw-chart.ts';
import '#web/styles/office/reseller.css';

interface Props {
  charts: { sales: Drawing | null; margin: Drawing | null; ages: Drawing | null };
}

/** Sales and margin by day, and the age of the stock, each with its table. */
export function StockCharts({ charts: { sales, margin, ages } }: Props) {
  const { t, money, number, day, shortDay } = useI18n();
  const dollars = (value: number) => money(Math.round(value * 100));
  const byDay = {
    at: (iso: string) => day(iso.slice(0, 10)),
    tickAt: shortDay,
    value: dollars,
    tick: (value: number) => number(value),
  };
  const shortBand = (from: string) => t('reseller.age_short', { from: Number(from) });
  const band = (from: string) => t('reseller.age_band', { from: Number(from) });
  return (
    <div className="reseller-charts">
      {sales ? (
        <Panel title={t('reseller.sales')}>
          <Chart
            drawing={sales}
            title={t('reseller.sales_drawing')}
            summary={t('reseller.as_table')}
            heads={{ at: t('reseller.day'), value: t('reseller.sales') }}
            format={byDay}
          />
        </Panel>
      ) : null}
      {margin ? (
        <Panel title={t('reseller.margin')}>
          <Chart
            drawing={margin}
            title={t('reseller.margin_drawing')}
            summary={t('reseller.as_table')}
            heads={{ at: t('reseller.day'), value: t('reseller.margin') }}
            format={byDay}
          />
        </Panel>
      ) : null}
      {ages ? (
        <Panel title={t('reseller.ages')}>
          <Chart
            drawing={ages}
            title={t('reseller.ages_drawing')}
            summary={t('reseller.as_table')}
            heads={{ at: t('reseller.age'), value: t('approvals.cards') }}
            format={{ at: band, tickAt: shortBand, value: number }}
          />
        </Panel>
      ) : null}
    </div>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel stack" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
