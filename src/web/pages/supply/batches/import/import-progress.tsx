import type { StockImport } from '#contracts/supply/imports.ts';
import { message } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';

/** How far a check or an import is. */
export function ImportProgress({ stock: { state, rows, progress } }: { stock: StockImport }) {
  const { t, number } = useI18n();
  if (state === 'checking') return <p role="status">{t('imports.reading', { rows: number(rows.total) })}</p>;
  if (!progress) return null;
  const { done, rows_per_second: rate, seconds_left: left } = progress;
  const said = t('imports.progress', { done: number(done), rows: number(progress.rows) });
  return (
    <div className="stack">
      <progress className="import-progress" value={done} max={progress.rows} aria-label={said} />
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
