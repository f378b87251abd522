import type { CLAIM_STATES } from '#contracts/shop/orders.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';

type State = (typeof CLAIM_STATES)[number];

const tones: Record<State, Tone> = {
  waiting: 'info',
  open: 'warn',
  refunded: 'good',
  goodwill: 'good',
  refused: 'plain',
  dropped: 'plain',
};

export function ClaimTag({ state }: { state: State }) {
  const { t } = useI18n();
  return <Tag tone={tones[state]}>{t(`claim.state.${state}`)}</Tag>;
}
