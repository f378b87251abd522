import { useId } from 'react';
import { formatAge, formatRate } from '#i18n/format.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Time } from '#web/ui/display/time.tsx';
import type { Value } from './choose.ts';

export interface Rate {
  currency: string;
  usd: string;
  at: string;
  /** How old it was when the page was made. */
  age_minutes: number;
}

interface Props {
  value: Value;
  currency: string;
  rate: Rate | undefined;
}

/** "€5 ≈ $5.40, you pay $5.13 (5% less)", with the rate behind it on hover, on focus and on a tap. */
export function PriceExplained({ value, currency, rate }: Props) {
  const { t, face } = useI18n();
  const { face_cents, price_cents, worth_cents, discount_bp } = value;
  const percent = Math.round(Math.abs(discount_bp) / 100);
  const than = percent === 0 ? 'same' : discount_bp > 0 ? 'less' : 'more';
  const pay = { pay: { cents: price_cents }, percent };
  const worth = worth_cents === null ? null : { face: face(face_cents, currency), worth: { cents: worth_cents } };
  return (
    <div className="price-explained">
      <p>{worth ? t(`brand.worth_${than}`, { ...worth, ...pay }) : t(`brand.pay_${than}`, pay)}</p>
      {worth && rate ? <RateNote rate={rate} /> : null}
    </div>
  );
}

/** Details open by keyboard, by touch and without JavaScript; the style sheet opens them on hover, too. */
function RateNote({ rate: { currency, usd, at, age_minutes } }: { rate: Rate }) {
  const { t, locale } = useI18n();
  const id = useId();
  const values = { currency, usd: formatRate(locale, usd), ago: formatAge(locale, age_minutes) };
  return (
    <details className="rate-note">
      <summary aria-describedby={id}>{t('brand.rate_title')}</summary>
      <p id={id}>
        {t('brand.rate', values)} <Time at={at} />
      </p>
    </details>
  );
}
