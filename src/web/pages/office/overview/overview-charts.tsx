import { useI18n } from '#web/i18n/use-i18n.ts';
import { Chart } from '#web/ui/data/chart.tsx';
import type { Drawing } from '#web/ui/data/draw/draw-chart.ts';
import '#web/styles/office/reseller.css';

interface Props {
  charts: { sales: Drawing | null; top_ups: Drawing | null; registered: Drawing | null };
}

/** The days of the period; a single day has no chart. */
export function OverviewCharts({ charts }: Props) {
  const { t, money, number, day, shortDay } = useI18n();
  const days = {
    at: (iso: string) => day(iso.slice(0, 10)),
    tickAt: shortDay,
    tick: (value: number) => number(value),
  };
  const dollars = (value: number) => money(Math.round(value * 100));
  if (Object.values(charts).every((drawing) => drawing === null)) return null;
  return (
    <div className="reseller-charts">
      {(['sales', 'top_ups', 'registered'] as const).map((name) => {
        const drawing = charts[name];
        return drawing ? (
          <section key={name} className="panel stack" aria-label={t(`overview.${name}`)}>
            <h2>{t(`overview.${name}`)}</h2>
            <Chart
              drawing={drawing}
              title={t(`overview.${name}_drawing`)}
              summary={t('reseller.as_table')}
              heads={{ at: t('reseller.day'), value: t(`overview.${name}`) }}
              format={{ ...days, value: name === 'registered' ? number : dollars }}
            />
          </section>
        ) : null;
      })}
    </div>
  );
}
