import { useI18n } from '#web/i18n/use-i18n.ts';

export function Money({ cents, currency }: { cents: number; currency?: string }) {
  return <span className="money">{useI18n().money(cents, currency)}</span>;
}
