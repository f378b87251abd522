import { useI18n } from '#web/i18n/use-i18n.ts';

/** The API counts no further. */
const COUNTED = 1000;

/** How many tickets a view has. */
export function Count({ count }: { count: number }) {
  const { number } = useI18n();
  return <span className="numerals">{count >= COUNTED ? `${number(COUNTED)}+` : number(count)}</span>;
}
