import type { ProgrammeFacts } from '#contracts/supply/programmes.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';

const tones = {
  proposed: 'info',
  active: 'good',
  suspended: 'warn',
  retired: 'plain',
  rejected: 'bad',
  withdrawn: 'plain',
} as const satisfies Record<ProgrammeFacts['state'], Tone>;

export function ProgrammeTag({ state }: Pick<ProgrammeFacts, 'state'>) {
  const { t } = useI18n();
  return <Tag tone={tones[state]}>{t(`approvals.state.${state}`)}</Tag>;
}
