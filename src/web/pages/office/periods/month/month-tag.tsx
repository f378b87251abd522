import type { MonthState } from '#contracts/office/periods.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag } from '#web/ui/display/tag.tsx';

export function MonthTag({ state }: Pick<MonthState, 'state'>) {
  const { t } = useI18n();
  return <Tag tone={state === 'closed' ? 'good' : 'plain'}>{t(`month.state.${state}`)}</Tag>;
}
