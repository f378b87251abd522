import { useEffect, useEffectEvent } from 'react';
import type { StockImport } from '#contracts/supply/imports.ts';
import { message } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { announce } from '#web/live/said/announce.ts';

/** How far a check or an import is; announced at each quarter, since each step would be too much to listen to. */
export function ImportProgress({ stock: { state, rows, progress } }: { stock: StockImport }) {
  const { t, number } = useI18n();
  const said =
    state === 'checking'
      ? t('imports.reading', { rows: number(rows.total) })
      : progress && t('imports.progress', { done: number(progress.done), rows: number(progress.rows) });
  const quarter = progress ? Math.floor((4 * progress.done) / progress.rows) : null;
  const say = useEffectEvent(() => {
    if (said) announce(said);
  });
  useEffect(() => say(), [state, quarter]);
  if (state === 'checking') return <p>{said}</p>;
  if (!progress) return null;
  const { done, rows_per_second: rate, seconds_left: left } = progress;
  return (
    <div className="stack">
      <progress className="import-progress" value={done} max={progress.rows} aria-label={said ?? undefined} />
      <p className="muted">
        {said}
        {rate && left !== null ? ` (${t('imports.left', { time: timeOf(left), rate: number(rate) })})` : null}
      </p>
    </div>
  );
}

const timeOf = (seconds: number) =>
  seconds < 90
    ? message('imports.seconds', { seconds })
    : message('imports.minutes', { minutes: Math.round(seconds / 60) });
