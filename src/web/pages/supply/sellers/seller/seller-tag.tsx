import type { ListedSeller } from '#contracts/supply/sellers.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';

const tones: Record<ListedSeller['state'], Tone> = {
  applied: 'warn',
  verified: 'good',
  suspended: 'bad',
  ended: 'plain',
};

export function SellerTag({ state }: Pick<ListedSeller, 'state'>) {
  const { t } = useI18n();
  return <Tag tone={tones[state]}>{t(`seller.state.${state}`)}</Tag>;
}
