import type { Coin } from '#contracts/coins.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Time } from '#web/ui/display/time.tsx';
import type { RateChart } from './rate-chart.ts';

export interface CoinRate {
  coin: Coin;
  usd: string;
  at: string;
  stale: boolean;
  chart: RateChart | null;
}

/** The present rate of each coin with its last 24 hours as a drawing, a sentence and a table. */
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
  const { t, money, percent } = useRateText();
  return (
    <article className="rate">
      <h3>
        <span>{t('rates.one', { coin })}</span> <span className="money">{money(usd)}</span>
      </h3>
      {stale ? <p className="small muted">{t('rates.stale')}</p> : null}
      {chart ? (
        <>
          <svg
            viewBox="0 0 300 60"
            preserveAspectRatio="none"
            className="rate-line"
            role="img"
            aria-label={t('rates.drawing', { coin })}
          >
            <path d={chart.area} className="rate-area" />
            <path d={chart.line} />
          </svg>
          <p className="small muted">
            {t('rates.summary', {
              change: percent(chart.change_bp),
              low: money(chart.low),
              high: money(chart.high),
            })}
          </p>
          <details className="quiet-details">
            <summary>{t('rates.table', { coin })}</summary>
            <table className="table compact">
              <thead>
                <tr>
                  <th>{t('rates.time')}</th>
                  <th className="number">{t('rates.one', { coin })}</th>
                </tr>
              </thead>
              <tbody>
                {chart.rows.map((row) => (
                  <tr key={row.at}>
                    <td data-label={t('rates.time')}>
                      <Time at={row.at} />
                    </td>
                    <td data-label={t('rates.one', { coin })} className="number">
                      {money(row.usd)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
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
  const { t, money, locale } = useI18n();
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return {
    t,
    money: (usd: string) => money(Math.round(Number(usd) * 100)),
    percent: (basis_points: number) => format.format(basis_points / 10_000),
  };
}
