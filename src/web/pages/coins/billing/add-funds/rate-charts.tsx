import type { Coin } from '#contracts/coins.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Chart } from '#web/ui/data/chart.tsx';
import { Time } from '#web/ui/display/time.tsx';
import type { RateChart } from './rate-chart.ts';

export interface CoinRate {
  coin: Coin;
  usd: string;
  at: string;
  stale: boolean;
  chart: RateChart | null;
}

/** Each coin's current rate, with the last 24 hours as a chart, a sentence and a table. */
export function RateCharts({ rates }: { rates: CoinRate[] }) {
  const { t } = useI18n();
  return (
    <section className="stack rates" aria-labelledby="rates">
      <h2 id="rates">{t('rates.title')}</h2>
      {rates.map((rate) => (
        <CoinRateView key={rate.coin} {...rate} />
      ))}
    </section>
  );
}

function CoinRateView({ coin, usd, at, stale, chart }: CoinRate) {
  const { t, time, clock, number, money, percent } = useRateText();
  return (
    <article className="rate">
      <h3>
        <span>{t('rates.one', { coin })}</span> <span className="money">{money(Number(usd))}</span>
      </h3>
      {stale ? <p className="small muted">{t('rates.stale')}</p> : null}
      {chart ? (
        <>
          <p className="small muted">
            {t('rates.summary', {
              change: percent(chart.change_bp),
              low: money(chart.low),
              high: money(chart.high),
            })}
          </p>
          <Chart
            drawing={chart.drawing}
            title={t('rates.drawing', { coin })}
            summary={t('rates.table', { coin })}
            heads={{ at: t('rates.time'), value: t('rates.one', { coin }) }}
            format={{ at: time, tickAt: clock, value: money, tick: (value) => number(value) }}
          />
        </>
      ) : (
        <p className="small muted">{t('rates.too_few')}</p>
      )}
      <p className="small muted">
        {t('rates.of')} <Time at={at} />
      </p>
    </article>
  );
}

function useRateText() {
  const i18n = useI18n();
  const format = new Intl.NumberFormat(i18n.locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return {
    ...i18n,
    money: (usd: number) => i18n.money(Math.round(usd * 100)),
    percent: (basis_points: number) => format.format(basis_points / 10_000),
  };
}
