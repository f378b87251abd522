import { GIVEN_LABELS, type OutflowLabel } from '#contracts/office/outflows.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';

/** What one person may say that outflows were for; first what counts now, where nobody may say that alone. */
export function LabelOptions({ now }: { now: OutflowLabel | null }) {
  const { t } = useI18n();
  const isGiven = GIVEN_LABELS.some((value) => value === now);
  return (
    <>
      {isGiven ? null : <option value="">{t('outflow.label_of', { label: now ?? 'none' })}</option>}
      {GIVEN_LABELS.map((value) => (
        <option key={value} value={value}>
          {t('outflow.label_of', { label: value })}
        </option>
      ))}
    </>
  );
}
