import type { OutflowLabel } from '#contracts/office/outflows.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag } from '#web/ui/display/tag.tsx';

/** What an outflow was for, or that nobody says so. */
export function LabelTag({ label }: { label: OutflowLabel | null }) {
  const { t } = useI18n();
  return <Tag tone={label === null ? 'warn' : 'plain'}>{t('outflow.label_of', { label: label ?? 'none' })}</Tag>;
}
