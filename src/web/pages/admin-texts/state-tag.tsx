import { useWords } from '#web/live/use-words.ts';
import { Tag, type Tone } from '#web/ui/tag.tsx';

export type State = 'draft' | 'scheduled' | 'published' | 'ended';

const tones: Record<State, Tone> = { draft: 'plain', scheduled: 'info', published: 'good', ended: 'warn' };

export function StateTag({ state }: { state: State }) {
  const { t } = useWords();
  return <Tag tone={tones[state]}>{t(`texts.state.${state}`)}</Tag>;
}
