import type { EditedText } from '#contracts/content/editor-calls.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';

type State = EditedText['state'];

const tones: Record<State, Tone> = { draft: 'plain', scheduled: 'info', published: 'good', ended: 'warn' };

export function PublicationTag({ state }: { state: State }) {
  const { t } = useI18n();
  return <Tag tone={tones[state]}>{t(`content.state.${state}`)}</Tag>;
}
