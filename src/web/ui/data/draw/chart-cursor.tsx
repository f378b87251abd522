import { type PointerEvent, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { ChartRow } from './draw-chart.ts';

export interface CursorProps {
  rows: readonly ChartRow[];
  /** What the chart shows. */
  label: string;
  format: { at: (iso: string) => string; value: (value: number) => string };
}

/** Reads one point after the other: by pointer, by finger, and as a slider by arrow keys. */
export function ChartCursor({ rows, label, format }: CursorProps) {
  const { t } = useI18n();
  const [at, setAt] = useState<number | null>(null);
  const row = at === null ? undefined : rows[at];
  const last = rows.length - 1;
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(nearest(rows, ((clientX - left) / width) * 100));
  };
  const text = ({ at, value, before }: ChartRow) =>
    [
      `${format.at(at)}: ${format.value(value)}`,
      before && t('chart.before_point', { at: format.at(before.at), value: format.value(before.value) }),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <div className="chart-cursor" onPointerMove={follow} onPointerDown={follow} onPointerLeave={() => setAt(null)}>
      <input
        type="range"
        dir="ltr"
        aria-label={label}
        aria-valuetext={text(rows[at ?? last]!)}
        min={0}
        max={last}
        value={at ?? last}
        onChange={(event) => setAt(Number(event.target.value))}
        onFocus={() => setAt((now) => now ?? last)}
        onBlur={() => setAt(null)}
      />
      {row ? (
        <>
          <svg aria-hidden="true">
            <line className="chart-hair" x1={`${row.x}%`} x2={`${row.x}%`} y1="0" y2="84%" />
            <circle className="chart-spot" cx={`${row.x}%`} cy={`${row.y}%`} r="4" />
          </svg>
          <p className="chart-reading" aria-hidden="true" data-side={row.x > 50 ? 'start' : 'end'}>
            {text(row)}
          </p>
        </>
      ) : null}
    </div>
  );
}

/** The index of the point beside a place in percent of the width. */
function nearest(rows: readonly ChartRow[], x: number): number {
  const away = rows.map((row) => Math.abs(row.x - x));
  return away.indexOf(Math.min(...away));
}
