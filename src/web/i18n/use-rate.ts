import { useI18n } from '#web/i18n/use-i18n.ts';

/** Formats hundredths of a percent as the reader's language writes them. */
export function useRate(): (rate_bp: number) => string {
  const { t, number } = useI18n();
  return (rate_bp) => t('vat_rates.percent', { rate: number(rate_bp / 100) });
}
