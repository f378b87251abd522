import type { ListedBatch } from '#contracts/supply/stock.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';

const tones: Record<ListedBatch['state'], Tone> = {
  draft: 'plain',
  imported: 'info',
  approved: 'good',
  paused: 'warn',
  withdrawn: 'bad',
};

export function BatchTag({ state }: Pick<ListedBatch, 'state'>) {
  const { t } = useI18n();
  return <Tag tone={tones[state]}>{t(`batch.state.${state}`)}</Tag>;
}
