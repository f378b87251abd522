import type { SellerDetail } from '#contracts/supply/sellers.ts';
import type { readForm } from '#web/forms/form-data.ts';
import { parseDollars } from '#web/i18n/parse-dollars.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Field, Select } from '#web/ui/controls/field.tsx';

export const TERMS = [
  'commission_bp',
  'returns_borne_by',
  'reserve_bp',
  'reserve_days',
  'minimum_payout_cents',
] as const;

interface Props {
  typed: Partial<Record<string, string>>;
  errors: Partial<Refusal['errors']>;
}

/** What a seller's sales are shared by. */
export function TermsFields({ typed, errors }: Props) {
  const { t } = useI18n();
  const of = (name: (typeof TERMS)[number]) => ({
    name,
    autoComplete: 'off',
    defaultValue: typed[name],
    errors: errors[name],
  });
  return (
    <>
      <Field label={t('seller.commission')} inputMode="decimal" required {...of('commission_bp')} />
      <Select label={t('seller.returns')} hint={t('seller.returns_more')} {...of('returns_borne_by')}>
        <option value="seller">{t('seller.returns.seller')}</option>
        <option value="shop">{t('seller.returns.shop')}</option>
      </Select>
      <Field
        label={t('seller.reserve')}
        hint={t('seller.reserve_more')}
        inputMode="decimal"
        required
        {...of('reserve_bp')}
      />
      <Field label={t('seller.reserve_days')} inputMode="numeric" required {...of('reserve_days')} />
      <Field label={t('seller.minimum')} inputMode="decimal" required {...of('minimum_payout_cents')} />
    </>
  );
}

/** The terms as the form's fields show them. */
export const typedTerms = (terms: SellerDetail['terms'], percent: (basis_points: number) => string) => ({
  commission_bp: percent(terms.commission_bp),
  returns_borne_by: terms.returns_borne_by,
  reserve_bp: percent(terms.reserve_bp),
  reserve_days: String(terms.reserve_days),
  minimum_payout_cents: percent(terms.minimum_payout_cents),
});

/** What isn't a number is refused where every other field is. */
export function termsOf(
  field: Awaited<ReturnType<typeof readForm>>,
  locale: string,
  percent: (text: string, locale: string) => number | undefined,
) {
  return {
    commission_bp: percent(field('commission_bp'), locale) ?? Number.NaN,
    returns_borne_by: field('returns_borne_by') === 'shop' ? ('shop' as const) : ('seller' as const),
    reserve_bp: percent(field('reserve_bp'), locale) ?? Number.NaN,
    reserve_days: /^\d{1,3}$/.test(field('reserve_days').trim()) ? Number(field('reserve_days')) : Number.NaN,
    minimum_payout_cents: parseDollars(field('minimum_payout_cents'), locale) ?? Number.NaN,
  };
}
