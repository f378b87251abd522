import type { StockImport } from '#contracts/supply/imports.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';

const tones: Record<StockImport['state'], Tone> = {
  checking: 'info',
  checked: 'info',
  committing: 'info',
  committed: 'good',
  refused: 'bad',
  failed: 'bad',
  cancelled: 'plain',
  expired: 'plain',
  undone: 'plain',
};

export function ImportTag({ stock: { state, stalled } }: { stock: StockImport }) {
  const { t } = useI18n();
  if (stalled) return <Tag tone="warn">{t('imports.state.stalled')}</Tag>;
  return <Tag tone={tones[state]}>{t(`imports.state.${state}`)}</Tag>;
}
