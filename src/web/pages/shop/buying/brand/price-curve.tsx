import { useI18n } from '#web/i18n/use-i18n.ts';
import { Chart } from '#web/ui/data/chart.tsx';
import type { Drawing } from '#web/ui/data/draw/draw-chart.ts';

interface Props {
  drawing: Drawing;
  /** The value whose price it shows, as it is printed on the card. */
  value: string;
}

/** The cheapest price of a value over the last thirty days. */
export function PriceCurve({ drawing, value }: Props) {
  const { t, day, money } = useI18n();
  return (
    <section className="stack price-curve" aria-labelledby="prices">
      <h2 id="prices">{t('brand.prices', { value })}</h2>
      <Chart
        drawing={drawing}
        title={t('brand.prices_drawing', { value })}
        summary={t('brand.prices_table')}
        heads={{ at: t('brand.day'), value: t('brand.price') }}
        format={{ at: day, value: money }}
      />
    </section>
  );
}
